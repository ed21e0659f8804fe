// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.PmixValue.Opaque;
import org.pmix4j.model.PmixValue.Undef;
import org.pmix4j.model.Status;

/** Encodes and decodes nested values: preceded by their type, in runs of one type, and in arrays. Stateless. */
final class ValueCodec {
	private ValueCodec() {
	}

	/** Writes the type, then the value. */
	static void putTyped(WireWriter out, PmixValue value) throws PmixException {
		int code = value.type().code();
		if (!(value instanceof Opaque)) {
			out.requireKnown(code);
		}
		out.uint16(code);
		putOne(out, code, value);
	}

	static PmixValue typed(WireReader in) throws MalformedMessageException {
		int code = in.uint16();
		if (!in.knows(code)) {
			return new Opaque(DataType.of(code), in.takeRest());
		}
		in.enter();
		PmixValue value = one(in, code);
		in.leave();
		return value;
	}

	/** Writes a value as a separate run. */
	static void putOne(WireWriter out, int code, PmixValue value) throws PmixException {
		out.embeddedType(code);
		ElementCodec.put(out, code, value);
	}

	static PmixValue one(WireReader in, int code) throws MalformedMessageException {
		return ElementCodec.element(in, code, in.embeddedType(code));
	}

	/** Writes values of one type, each bare; some integer types announce their width before the run. */
	static void putRun(WireWriter out, int code, List<? extends PmixValue> values) throws PmixException {
		if (values.isEmpty()) {
			return;
		}
		out.embeddedType(code);
		for (PmixValue value : values) {
			if (value.type().code() != code) {
				throw new PmixException(Status.ERR_BAD_PARAM, value.type() + " among values of " + DataType.of(code));
			}
			ElementCodec.put(out, code, value);
		}
	}

	/** Reads a run. It is shorter than announced if an element holds a value of unknown type, which takes all remaining bytes. */
	static List<PmixValue> run(WireReader in, int code, int count) throws MalformedMessageException {
		List<PmixValue> values = new ArrayList<>(Math.min(count, WireReader.FIRST_ELEMENTS));
		int embedded = count == 0 ? TypeCodes.UNDEF : in.embeddedType(code);
		while (values.size() < count && !in.endsInOpaque()) {
			values.add(ElementCodec.element(in, code, embedded));
		}
		return values;
	}

	static void putArray(WireWriter out, DataArray array) throws PmixException {
		int code = array.elementType().code();
		if (!array.elements().isEmpty()) {
			out.requireKnown(code);
		}
		out.uint16(code);
		if (code == TypeCodes.UNDEF && out.since7()) {
			return;
		}
		out.size(array.elements().size());
		putRun(out, code, array.elements());
	}

	/**
	 * Reads an array. If its elements cannot be separated, because their type or a nested value's is unknown, it is kept whole, so that it can
	 * be passed on.
	 */
	static PmixValue array(WireReader in) throws MalformedMessageException {
		int start = in.position();
		DataType type = DataType.of(in.uint16());
		if (type.code() == TypeCodes.UNDEF && (in.since7() || !in.hasRemaining())) {
			// release 6.1 writes a NULL array without its size, release 7.0 every array without a type
			return new DataArray(type, List.of());
		}
		long size = in.size();
		if (type.code() == TypeCodes.UNDEF) {
			in.takeUndefs(size);
			return new DataArray(type, Collections.nCopies((int) size, Undef.INSTANCE));
		}
		if (size != 0 && !in.knows(type.code())) {
			return keep(in, start);
		}
		int count = in.count(size);
		in.enter();
		List<PmixValue> elements = run(in, type.code(), count);
		in.leave();
		return elements.size() == count ? new DataArray(type, elements) : keep(in, start);
	}

	private static Opaque keep(WireReader in, int start) throws MalformedMessageException {
		in.position(start);
		return new Opaque(DataType.DATA_ARRAY, in.takeRest());
	}
}
