// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.topology;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.FabricAttributes;

/**
 * Distances between devices and processors: the number of levels between them and their common ancestor. Used for one request, on any
 * thread.
 *
 * @see "PMIx Standard, PMIx_Compute_distances; OpenPMIx src/hwloc/pmix_hwloc.c, whose measure and device names are used"
 */
final class Distances {
	/** Supported device types by hwloc's numbers; others have no name that is the same on all nodes. */
	private static final Map<Integer, DeviceType> TYPES = new LinkedHashMap<>();
	private static final int COLONS_OF_ETHERNET = 5;
	private static final int COLONS_OF_INFINIBAND = 19;
	private static final DeviceType ALL;

	static {
		TYPES.put(1, DeviceType.GPU);
		TYPES.put(2, DeviceType.NETWORK);
		TYPES.put(3, DeviceType.OPENFABRICS);
		ALL = DeviceType.GPU.plus(DeviceType.NETWORK).plus(DeviceType.OPENFABRICS);
	}

	private final HardwareTree hardware;
	private final BitSet processors;
	private final HwlocObject place;
	private final String hostname;

	private Distances(HardwareTree hardware, BitSet processors, HwlocObject place, String hostname) {
		this.hardware = hardware;
		this.processors = processors;
		this.place = place;
		this.hostname = hostname;
	}

	/**
	 * @param hardware   hardware of the node
	 * @param processors processors on which the process may run
	 * @param infos      device selection: {@code pmix.dev.type} and {@code pmix.dev.id}; all devices if empty
	 * @param hostname   name of the node
	 * @return the distance of each device
	 * @throws PmixException NOT_AVAILABLE if only the whole machine has all the processors, NOT_FOUND if there is no such device, ERROR if
	 *                       a device has no address, BAD_PARAM if an attribute is of the wrong type
	 */
	static List<DeviceDistance> of(HardwareTree hardware, BitSet processors, Infos infos, String hostname) throws PmixException {
		DeviceType wanted = infos.isEmpty() ? ALL : DeviceType.UNKNOWN;
		List<String> ids = new ArrayList<>();
		for (Info info : infos) {
			if (info.key().equals(FabricAttributes.DEVICE_TYPE.key())) {
				wanted = wanted.plus(FabricAttributes.DEVICE_TYPE.read(info.value()));
			} else if (info.key().equals(FabricAttributes.DEVICE_ID.key())) {
				ids.add(FabricAttributes.DEVICE_ID.read(info.value()));
			}
		}
		HwlocObject place = hardware.innermost(processors).orElseThrow(() -> new PmixException(Status.ERR_NOT_AVAILABLE,
				"distances: the processors are in several packages or not in the machine"));
		List<DeviceDistance> distances = new Distances(hardware, processors, place, hostname).of(wanted, ids);
		if (distances.isEmpty()) {
			throw new PmixException(Status.ERR_NOT_FOUND, "distances: no such device");
		}
		return distances;
	}

	private List<DeviceDistance> of(DeviceType wanted, List<String> ids) throws PmixException {
		List<DeviceDistance> distances = new ArrayList<>();
		for (Map.Entry<Integer, DeviceType> type : TYPES.entrySet()) {
			for (HwlocObject device : hardware.devices) {
				if (device.deviceKind == type.getKey() && wanted.contains(type.getValue()) && !isTwin(device, type.getValue())) {
					String uuid = uuid(device, type.getValue());
					if (ids.isEmpty() || ids.stream().anyMatch(id -> id.equalsIgnoreCase(device.name) || id.equalsIgnoreCase(uuid))) {
						distances.add(distance(device, uuid, type.getValue()));
					}
				}
			}
		}
		return distances;
	}

	/** Returns whether the device is the second entry of a GPU, which is also listed as a card. */
	private static boolean isTwin(HwlocObject device, DeviceType type) {
		return type.equals(DeviceType.GPU) && device.name.regionMatches(true, 0, "card", 0, "card".length());
	}

	private String uuid(HwlocObject device, DeviceType type) throws PmixException {
		if (type.equals(DeviceType.GPU)) {
			return "gpu://" + hostname + "::" + device.name;
		}
		if (type.equals(DeviceType.OPENFABRICS)) {
			return "fab://" + address(device, "NodeGUID") + "::" + address(device, "SysImageGUID");
		}
		String address = address(device, "Address");
		long colons = address.chars().filter(c -> c == ':').count();
		if (colons != COLONS_OF_ETHERNET && colons != COLONS_OF_INFINIBAND) {
			throw new PmixException(Status.ERROR, "distances: " + device.name + " has an address of unknown form: " + address);
		}
		return (colons == COLONS_OF_ETHERNET ? "ipv4://" : "ipv6://") + address;
	}

	private static String address(HwlocObject device, String key) throws PmixException {
		return device.info(key).orElseThrow(() -> new PmixException(Status.ERROR, "distances: " + device.name + " has no " + key));
	}

	private DeviceDistance distance(HwlocObject device, String uuid, DeviceType type) throws PmixException {
		boolean here = hardware.levels.get(hardware.depth() - 1).stream().anyMatch(unit -> unit.intersects(processors));
		// as in the C library, which then has no minimum and maximum
		int least = here ? levels(device) : 0xffff;
		int most = here ? least : 0;
		return new DeviceDistance(uuid, device.name, type, (short) least, (short) most);
	}

	/** Returns the number of levels; if only the machine contains both, it exceeds the number of any pair within a package. */
	private int levels(HwlocObject device) throws PmixException {
		HwlocObject common = common(place, withProcessors(device));
		return common.depth == 0 ? place.depth + hardware.depth() : hardware.depth() - common.depth;
	}

	private static HwlocObject withProcessors(HwlocObject device) throws PmixException {
		Optional<HwlocObject> outer = Optional.of(device);
		while (outer.isPresent() && outer.get().processors.isEmpty()) {
			outer = outer.get().parent;
		}
		return outer.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "distances: " + device.name + " has no parent with processors"));
	}

	private static HwlocObject common(HwlocObject one, HwlocObject other) throws PmixException {
		HwlocObject left = one;
		HwlocObject right = other;
		while (left != right) {
			if (left.depth >= right.depth) {
				HwlocObject lower = left;
				left = outer(lower);
				right = lower.depth == right.depth ? outer(right) : right;
			} else {
				right = outer(right);
			}
		}
		return left;
	}

	private static HwlocObject outer(HwlocObject piece) throws PmixException {
		return piece.parent.orElseThrow(() -> new PmixException(Status.ERROR, "distances: a device is not in the machine"));
	}
}
