// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.NodeAttributes;

/**
 * Answers registrations of fabrics, and queries about fabrics and their devices. Stateless.
 *
 * @see "PMIx Standard, chapter Fabric Support Definitions"
 */
final class FabricAnswers {
	/** Begins the keys of fabrics and their devices. */
	private static final String PREFIX = "pmix.fab";
	private static final List<Attribute<String>> SELECTORS = List.of(FabricAttributes.FABRIC_IDENTIFIER, FabricAttributes.FABRIC_VENDOR,
			FabricAttributes.FABRIC_PLANE);

	private FabricAnswers() {
	}

	static boolean isOne(String key) {
		return key.startsWith(PREFIX);
	}

	/**
	 * Returns what a process that registers a fabric learns about it.
	 *
	 * @param directives name the fabric by its index, name, vendor or plane; without, it is the first
	 * @throws PmixException NOT_FOUND if there is none
	 */
	static Infos describe(List<Site.Fabric> fabrics, Infos directives) throws PmixException {
		Site.Fabric fabric = find(fabrics, directives);
		List<Info> infos = new ArrayList<>(fabric.infos().list());
		infos.add(Info.of(FabricAttributes.FABRIC_INDEX, (long) fabrics.indexOf(fabric)));
		infos.add(Info.of(FabricAttributes.FABRIC_NUM_DEVICES, (long) fabric.devices().size()));
		matrix(fabric).ifPresent(infos::add);
		return new Infos(infos);
	}

	private static Site.Fabric find(List<Site.Fabric> fabrics, Infos directives) throws PmixException {
		Optional<Long> index = directives.get(FabricAttributes.FABRIC_INDEX);
		for (int i = 0; i < fabrics.size(); i++) {
			boolean wanted = index.isEmpty() || index.get() == i;
			for (Attribute<String> selector : SELECTORS) {
				Optional<String> value = directives.get(selector);
				wanted &= value.isEmpty() || value.equals(fabrics.get(i).infos().get(selector));
			}
			if (wanted) {
				return fabrics.get(i);
			}
		}
		throw new PmixException(Status.ERR_NOT_FOUND, fabrics.isEmpty() ? "no fabric is described; the option --site names a description"
				: "no fabric of the description has the index, name, vendor or plane of the request");
	}

	/** Returns the costs row by row. C passes a pointer to them inside one process, which cannot be sent. */
	private static Optional<Info> matrix(Site.Fabric fabric) {
		int size = fabric.devices().size();
		if (size == 0 || fabric.devices().stream().anyMatch(device -> device.costs().size() != size)) {
			return Optional.empty();
		}
		List<PmixValue> costs = fabric.devices().stream().flatMap(device -> device.costs().stream())
				.<PmixValue>map(cost -> new PmixValue.UInt16(cost.shortValue()))
				.toList();
		return Optional.of(Info.of(FabricAttributes.FABRIC_COST_MATRIX.key(), new DataArray(DataType.UINT16, costs)));
	}

	/**
	 * Answers a query.
	 *
	 * @param qualifiers name the fabric, a node, and a device by its name or index
	 * @param here       the name of this node
	 * @return the answer; empty if it is not known
	 * @throws PmixException NOT_FOUND if there is no such fabric or device
	 */
	static Optional<Info> answer(List<Site.Fabric> fabrics, String key, Infos qualifiers, String here) throws PmixException {
		Site.Fabric fabric = find(fabrics, qualifiers);
		Optional<String> name = qualifiers.get(FabricAttributes.FABRIC_DEVICE_NAME);
		Optional<Integer> index = qualifiers.get(FabricAttributes.FABRIC_DEVICE_INDEX);
		String node = qualifiers.get(NodeAttributes.HOSTNAME).orElse(here);
		if (name.isPresent() || index.isPresent()) {
			for (Site.Device device : fabric.devices()) {
				if (name.map(device.name()::equals).orElse(true)
						&& index.map(wanted -> wanted == fabric.devices().indexOf(device)).orElse(device.isOn(node))) {
					return ofDevice(device, key);
				}
			}
			throw new PmixException(Status.ERR_NOT_FOUND, "the fabric " + fabric.name() + " has no device "
					+ name.orElseGet(() -> String.valueOf(index.get())) + " on " + node);
		}
		List<Site.Device> local = fabric.devices().stream().filter(device -> device.isOn(node)).toList();
		if (key.equals(FabricAttributes.FABRIC_DEVICES.key())) {
			return Optional.of(Info.of(key, DataArray.of(new Infos(local.stream().map(FabricAnswers::describe).toList()))));
		} else if (key.equals(FabricAttributes.FABRIC_COORDINATES.key())) {
			return array(key, DataType.GEOMETRY, local.stream().flatMap(device -> device.position().stream()).<PmixValue>map(v -> v).toList());
		} else if (key.equals(FabricAttributes.FABRIC_ENDPT.key())) {
			return array(key, DataType.ENDPOINT, local.stream().flatMap(device -> device.endpoint().stream()).<PmixValue>map(v -> v).toList());
		}
		return describe(fabrics, Infos.EMPTY.with(FabricAttributes.FABRIC_INDEX, (long) fabrics.indexOf(fabric))).stream()
				.filter(info -> info.key().equals(key)).findFirst();
	}

	private static Optional<Info> array(String key, DataType type, List<PmixValue> values) {
		return values.isEmpty() ? Optional.empty() : Optional.of(Info.of(key, new DataArray(type, values)));
	}

	private static Optional<Info> ofDevice(Site.Device device, String key) {
		if (key.equals(FabricAttributes.FABRIC_DEVICE.key())) {
			return Optional.of(describe(device));
		}
		return all(device).stream().filter(info -> info.key().equals(key)).findFirst();
	}

	private static Info describe(Site.Device device) {
		return Info.of(FabricAttributes.FABRIC_DEVICE, DataArray.of(all(device)));
	}

	private static Infos all(Site.Device device) {
		return device.position().map(position -> device.infos().with(FabricAttributes.FABRIC_DEVICE_COORDINATES, position))
				.orElse(device.infos());
	}
}
