// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * An array of values of one type. Wire type DATA_ARRAY.
 *
 * @param elementType type of all elements
 * @param elements    the values; {@link PmixValue.Boxed} for arrays of VALUE
 */
public record DataArray(DataType elementType, List<PmixValue> elements) implements PmixValue {
	/**
	 * Copies the list.
	 *
	 * @throws IllegalArgumentException if an element is of another type
	 */
	public DataArray {
		elements = List.copyOf(elements);
		for (PmixValue element : elements) {
			if (!element.type().equals(elementType)) {
				throw new IllegalArgumentException("element of type " + element.type() + " in an array of " + elementType);
			}
		}
	}

	/**
	 * {@return an array of infos, as used for job, node, app and session data} C: PMIx_Info_list_convert.
	 *
	 * @param infos the elements
	 */
	public static DataArray of(Infos infos) {
		return new DataArray(DataType.INFO, List.copyOf(infos.list()));
	}

	/**
	 * {@return an array of processes}
	 *
	 * @param procs the elements
	 */
	public static DataArray ofProcs(List<Proc> procs) {
		return new DataArray(DataType.PROC, List.copyOf(procs));
	}

	/**
	 * {@return the elements as infos}
	 *
	 * @throws PmixException BAD_PARAM if the elements are of another type
	 */
	public Infos infos() throws PmixException {
		return new Infos(elementsOf(Info.class, DataType.INFO));
	}

	/**
	 * {@return the elements as processes}
	 *
	 * @throws PmixException BAD_PARAM if the elements are of another type
	 */
	public List<Proc> procs() throws PmixException {
		return elementsOf(Proc.class, DataType.PROC);
	}

	private <T> List<T> elementsOf(Class<T> wanted, DataType wantedType) throws PmixException {
		if (!elements.isEmpty() && !elementType.equals(wantedType)) {
			throw new PmixException(Status.ERR_BAD_PARAM, "found an array of " + elementType + " instead of an array of " + wantedType);
		}
		return elements.stream().map(wanted::cast).toList();
	}

	@Override
	public DataType type() {
		return DataType.DATA_ARRAY;
	}
}
