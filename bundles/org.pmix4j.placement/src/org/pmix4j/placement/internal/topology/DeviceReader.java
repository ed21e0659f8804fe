// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.CpuSet;
import org.pmix4j.model.internal.text.KernelFiles;
import org.pmix4j.placement.internal.topology.HardwareDevice.Type;
import org.pmix4j.placement.internal.topology.HardwareObject.Property;

/**
 * Reads the disks and network interfaces of a machine, and the PCI cards and bridges that connect them, and attaches them to the processors
 * next to them. Keeps what hwloc keeps with HWLOC_TYPE_FILTER_KEEP_IMPORTANT, the filter of the C library. Used once by
 * {@link HardwareReader}, on the thread of its caller; blocks.
 *
 * @see "hwloc, topology-linux.c, pci-common.c; Linux, Documentation/ABI/testing/sysfs-bus-pci, sysfs-class-net"
 */
final class DeviceReader {
	private static final Pattern ADDRESS = Pattern.compile("(\\p{XDigit}{4,8}):(\\p{XDigit}{2}):\\p{XDigit}{2}\\.\\p{XDigit}");
	/** Base classes of PCI that are kept: old cards, storage, network, display, processors, accelerators. */
	private static final List<Integer> IMPORTANT = List.of(0x00, 0x01, 0x02, 0x03, 0x0b, 0x12);
	/** The same among serial buses: Fibre Channel and InfiniBand. */
	private static final List<Integer> IMPORTANT_BUSES = List.of(0x0c04, 0x0c06);
	private static final int BRIDGE_CLASS = 0x0604;
	/** The place where a bridge's configuration has its secondary bus, followed by the last bus behind it. */
	private static final int SECONDARY_BUS = 0x19;
	private static final String BLOCK = "0";
	private static final String NETWORK = "2";
	private static final int SECTORS_PER_KIB = 2;

	private final Path root;
	private final HardwareObject machine;
	private final Map<String, HardwareDevice> cards = new LinkedHashMap<>();
	private final Map<String, Path> folders = new TreeMap<>();

	private DeviceReader(Path root, HardwareObject machine) {
		this.root = root;
		this.machine = machine;
	}

	/**
	 * Attaches the devices.
	 *
	 * @param root    where {@code sys} is
	 * @param machine the processors
	 * @return false if hwloc would describe a device differently
	 * @throws IOException              if a file cannot be read
	 * @throws IllegalArgumentException if a file does not have the expected content
	 */
	static boolean attach(Path root, HardwareObject machine) throws IOException {
		return new DeviceReader(root, machine).attach();
	}

	private boolean attach() throws IOException {
		for (Path link : entries(root.resolve("sys/bus/pci/devices"))) {
			Path folder = link.toRealPath();
			folders.put(name(folder), folder);
			cards.put(name(folder), card(folder));
		}
		boolean known = addSystemDevices("sys/class/block", BLOCK) && addSystemDevices("sys/class/net", NETWORK);
		Map<String, List<HardwareDevice>> hosts = new TreeMap<>();
		for (Map.Entry<String, Path> each : folders.entrySet()) {
			Optional<String> outer = card(each.getValue().getParent().toString());
			HardwareDevice card = cards.get(each.getKey());
			if (outer.isPresent()) {
				cards.get(outer.get()).inside().add(card);
			} else {
				hosts.computeIfAbsent(name(each.getValue().getParent()), first -> new ArrayList<>()).add(card);
			}
		}
		for (List<HardwareDevice> bus : hosts.values()) {
			Path first = folders.get(bus.get(0).attributes().get("pci_busid"));
			bus.removeIf(card -> !isKept(card));
			known &= bus.isEmpty() || attachHost(bus, first);
		}
		return known;
	}

	/** Adds the disks or interfaces that belong to a card; the others exist in the kernel only. */
	private boolean addSystemDevices(String kind, String number) throws IOException {
		for (Path link : entries(root.resolve(kind))) {
			Path folder = link.toRealPath();
			Optional<String> card = card(folder.toString());
			boolean part = Files.exists(folder.resolve("partition"));
			if (card.isPresent() && !part) {
				HardwareDevice device = new HardwareDevice(Type.SYSTEM).with("name", name(folder)).with("osdev_type", number);
				cards.get(card.get()).inside().add(device);
				describe(folder, number, device.properties());
			} else if (!part && !folder.toString().contains("/devices/virtual/")) {
				return false;
			}
		}
		return true;
	}

	private static void describe(Path folder, String number, List<Property> properties) throws IOException {
		if (number.equals(NETWORK)) {
			properties.add(new Property("Address", KernelFiles.text(folder.resolve("address"))));
		} else {
			properties.add(new Property("Size", Long.toString(Long.parseLong(KernelFiles.text(folder.resolve("size"))) / SECTORS_PER_KIB)));
			properties.add(new Property("SectorSize", KernelFiles.text(folder.resolve("queue/hw_sector_size"))));
			properties.add(new Property("LinuxDeviceID", KernelFiles.text(folder.resolve("dev"))));
		}
	}

	/** Returns the innermost card in a path. */
	private Optional<String> card(String path) {
		String[] parts = path.split("/");
		for (int i = parts.length - 1; i >= 0; i--) {
			if (cards.containsKey(parts[i])) {
				return Optional.of(parts[i]);
			}
		}
		return Optional.empty();
	}

	private static HardwareDevice card(Path folder) throws IOException {
		String address = name(folder);
		Matcher parts = ADDRESS.matcher(address);
		if (!parts.matches()) {
			throw new IOException(folder + " is not a PCI device");
		}
		int kind = hex(folder, "class") >> 8;
		boolean bridge = kind == BRIDGE_CLASS;
		HardwareDevice card = new HardwareDevice(bridge ? Type.BRIDGE : Type.PCI);
		if (bridge) {
			byte[] configuration = KernelFiles.bytes(folder.resolve("config"));
			long above = folder.toString().split("/").length - 1L - outermost(folder);
			card.with("bridge_type", "1-1").with("depth", Long.toString(above)).with("bridge_pci",
					String.format("%s:[%02x-%02x]", parts.group(1), configuration[SECONDARY_BUS], configuration[SECONDARY_BUS + 1]));
		}
		return card.with("pci_busid", address).with("pci_type", String.format("%04x [%04x:%04x] [%04x:%04x] %02x", kind, hex(folder, "vendor"),
				hex(folder, "device"), hex(folder, "subsystem_vendor"), hex(folder, "subsystem_device"), hex(folder, "revision")))
				.with("pci_link_speed", "0.000000");
	}

	/** Returns the position of the host's bus in a path, above which there are no bridges. */
	private static int outermost(Path folder) {
		List<String> parts = Arrays.asList(folder.toString().split("/"));
		for (int i = 0; i < parts.size(); i++) {
			if (ADDRESS.matcher(parts.get(i)).matches()) {
				return i - 1;
			}
		}
		return parts.size();
	}

	/** Keeps bridges that lead to a card that is kept. */
	private static boolean isKept(HardwareDevice device) {
		device.inside().removeIf(behind -> !isKept(behind));
		String type = device.attributes().getOrDefault("pci_type", "");
		return switch (device.type()) {
			case SYSTEM -> true;
			case BRIDGE -> !device.inside().isEmpty();
			case PCI -> !device.inside().isEmpty() || IMPORTANT.contains(Integer.parseInt(type.substring(0, 2), 16))
					|| IMPORTANT_BUSES.contains(Integer.parseInt(type.substring(0, 4), 16));
		};
	}

	/** Attaches the cards of one bus of the machine to the outermost piece that has exactly the processors next to the bus. */
	private boolean attachHost(List<HardwareDevice> bus, Path first) throws IOException {
		BitSet near = new CpuSet(KernelFiles.text(first.resolve("local_cpulist"))).numbers();
		near.and(machine.processors());
		Optional<HardwareObject> place = near.isEmpty() ? Optional.of(machine) : machine.outermost(near);
		Matcher parts = ADDRESS.matcher(name(first));
		if (place.isEmpty() || !parts.matches()) {
			return false;
		}
		String last = parts.group(2);
		for (HardwareDevice card : bus) {
			String range = card.attributes().getOrDefault("bridge_pci", "[" + last + "]");
			String end = range.substring(range.length() - 3, range.length() - 1);
			last = last.compareTo(end) < 0 ? end : last;
		}
		HardwareDevice host = new HardwareDevice(Type.BRIDGE).with("bridge_type", "0-1").with("depth", "0").with("bridge_pci",
				parts.group(1) + ":[" + parts.group(2) + "-" + last + "]");
		host.inside().addAll(bus);
		place.get().devices().add(host);
		return true;
	}

	private static int hex(Path folder, String file) throws IOException {
		return Files.exists(folder.resolve(file)) ? Integer.decode(KernelFiles.text(folder.resolve(file))) : 0;
	}

	private static String name(Path folder) {
		return String.valueOf(folder.getFileName());
	}

	private static List<Path> entries(Path folder) {
		String[] names = folder.toFile().list();
		if (names == null) {
			return List.of();
		}
		Arrays.sort(names);
		return Arrays.stream(names).map(folder::resolve).toList();
	}
}
