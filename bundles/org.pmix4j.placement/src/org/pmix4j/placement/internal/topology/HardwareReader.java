// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.pmix4j.job.options.UsableProcessors;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.internal.text.KernelFiles;
import org.pmix4j.placement.internal.topology.HardwareObject.Cache;
import org.pmix4j.placement.internal.topology.HardwareObject.Pages;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Reads the processors, caches, memory and devices of this machine from files of the kernel. Returns nothing where hwloc would describe
 * the machine differently: on machines with fabrics or graphics cards, which it does not describe, and where only a part of the machine
 * may be used. OSHI reports neither the processors that share a cache nor the memory of a NUMA node. Used once, on the thread of the
 * caller; blocks.
 *
 * @see "Linux, Documentation/ABI/stable/sysfs-devices-system-cpu and sysfs-devices-node; hwloc, topology-linux.c"
 */
public final class HardwareReader {
	private static final Pattern DIGITS = Pattern.compile("\\d{1,7}");
	private static final Pattern SIZE = Pattern.compile("(\\d{1,12})K");
	private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s+(\\d{1,15}) kB");
	private static final Pattern HUGE = Pattern.compile("hugepages-(\\d{1,12})kB");
	private static final long KIB = 1024;
	private static final long PAGE = 4096;

	private final Path system;
	private final Map<List<Object>, HardwareObject> found = new LinkedHashMap<>();

	private HardwareReader(Path system) {
		this.system = system;
	}

	/** @return this machine; empty if it cannot be described exactly */
	public static Optional<HardwareObject> read() {
		return read(Path.of("/"));
	}

	/**
	 * @param root where {@code sys} and {@code proc} are
	 * @return the machine; empty if it cannot be described exactly
	 */
	public static Optional<HardwareObject> read(Path root) {
		try {
			if (!isEmpty(root.resolve("sys/class/infiniband")) || hasGraphics(root.resolve("sys/class/drm")) || !isAllUsable(root)) {
				return Optional.empty();
			}
			Optional<HardwareObject> machine = describe(root);
			return machine.isPresent() && DeviceReader.attach(root, machine.get()) ? machine : Optional.empty();
		} catch (IOException | IllegalArgumentException e) {
			return Optional.empty();
		}
	}

	/**
	 * Reads the machine for the placement of ranks, which needs neither cards nor exact words.
	 *
	 * @return the machine with all its processors, usable or not; a flat one if the kernel does not describe it
	 */
	public static HardwareObject readForPlacement() {
		return describe(Path.of("/")).orElseGet(() -> HardwareObject.flat(UsableProcessors.allowed()));
	}

	private static Optional<HardwareObject> describe(Path root) {
		try {
			return new HardwareReader(root.resolve("sys/devices/system")).machine();
		} catch (IOException | IllegalArgumentException e) {
			return Optional.empty();
		}
	}

	private static boolean isEmpty(Path folder) throws IOException {
		return !Files.isDirectory(folder) || names(folder).isEmpty();
	}

	/** Returns whether there is a graphics card, of which hwloc's plug-ins know more than the kernel's files. */
	private static boolean hasGraphics(Path folder) throws IOException {
		return Files.isDirectory(folder) && names(folder).stream().anyMatch(name -> name.startsWith("card") || name.startsWith("renderD"));
	}

	private static boolean isAllUsable(Path root) throws IOException {
		Path cpu = root.resolve("sys/devices/system/cpu");
		String status = KernelFiles.text(root.resolve("proc/self/status"));
		return allowed(status, "Cpus_allowed_list").equals(numbers(cpu.resolve("online")))
				&& allowed(status, "Mems_allowed_list").equals(numbers(root.resolve("sys/devices/system/node/online")));
	}

	private static BitSet allowed(String status, String name) throws IOException {
		for (String line : status.split("\n")) {
			if (line.startsWith(name + ":")) {
				return new CpuSet(line.substring(name.length() + 1).strip()).numbers();
			}
		}
		throw new IOException("no " + name);
	}

	private Optional<HardwareObject> machine() throws IOException {
		BitSet online = numbers(system.resolve("cpu/online"));
		for (int cpu = online.nextSetBit(0); cpu >= 0; cpu = online.nextSetBit(cpu + 1)) {
			readProcessor(cpu, online);
		}
		List<HardwareObject> nodes = nodes(online);
		HardwareObject machine = HardwareObject.of(Type.MACHINE, 0, online);
		List<HardwareObject> inside = new ArrayList<>(found.values());
		groups(inside, nodes, machine).forEach(inside::add);
		inside.sort(HardwareReader::outerFirst);
		for (HardwareObject object : inside) {
			if (!insert(machine, object)) {
				return Optional.empty();
			}
		}
		nodes.forEach(node -> hang(machine, node));
		return Optional.of(machine);
	}

	private void readProcessor(int cpu, BitSet online) throws IOException {
		Path folder = system.resolve("cpu/cpu" + cpu);
		Path topology = folder.resolve("topology");
		BitSet self = new BitSet();
		self.set(cpu);
		add(HardwareObject.of(Type.PU, cpu, self));
		add(HardwareObject.of(Type.CORE, number(topology.resolve("core_id")),
				siblings(topology, "core_cpus_list", "thread_siblings_list", online)));
		add(HardwareObject.of(Type.PACKAGE, number(topology.resolve("physical_package_id")),
				siblings(topology, "package_cpus_list", "core_siblings_list", online)));
		if (Files.isDirectory(folder.resolve("cache"))) {
			for (String name : names(folder.resolve("cache"))) {
				if (name.startsWith("index")) {
					readCache(folder.resolve("cache").resolve(name), cpu, online);
				}
			}
		}
	}

	/** Reads a cache with the first of the processors that share it, as hwloc does. */
	private void readCache(Path cache, int cpu, BitSet online) throws IOException {
		String kind = KernelFiles.text(cache.resolve("type"));
		if (kind.equals("Instruction")) {
			return;
		}
		BitSet shared = numbers(cache.resolve("shared_cpu_list"));
		shared.and(online);
		if (shared.nextSetBit(0) != cpu) {
			return;
		}
		int level = number(cache.resolve("level"));
		Matcher size = SIZE.matcher(KernelFiles.text(cache.resolve("size")));
		if (level < 1 || level > 3 || !size.matches()) {
			return;
		}
		Type type = level == 1 ? Type.L1 : level == 2 ? Type.L2 : Type.L3;
		long bytes = Long.parseLong(size.group(1)) * KIB;
		int line = optionalNumber(cache.resolve("coherency_line_size"), 0);
		add(HardwareObject.cache(type, optionalNumber(cache.resolve("id"), -1), shared,
				new Cache(bytes, line, ways(cache, bytes, line), kind.equals("Data"))));
	}

	/** Computes the associativity as hwloc does, instead of reading the kernel's figure. */
	private static int ways(Path cache, long size, int line) throws IOException {
		int sets = optionalNumber(cache.resolve("number_of_sets"), 0);
		int parts = optionalNumber(cache.resolve("physical_line_partition"), 0);
		return sets <= 1 || line == 0 || parts == 0 ? 0 : (int) (size / line / parts / sets);
	}

	private void add(HardwareObject object) {
		found.putIfAbsent(List.of(object.type(), object.processors()), object);
	}

	private static BitSet siblings(Path topology, String name, String oldName, BitSet online) throws IOException {
		Path file = topology.resolve(name);
		BitSet siblings = numbers(Files.exists(file) ? file : topology.resolve(oldName));
		siblings.and(online);
		return siblings;
	}

	private List<HardwareObject> nodes(BitSet online) throws IOException {
		List<HardwareObject> nodes = new ArrayList<>();
		BitSet numbers = numbers(system.resolve("node/online"));
		for (int node = numbers.nextSetBit(0); node >= 0; node = numbers.nextSetBit(node + 1)) {
			Path folder = system.resolve("node/node" + node);
			BitSet processors = numbers(folder.resolve("cpulist"));
			processors.and(online);
			if (processors.isEmpty()) {
				throw new IOException("memory without processors");
			}
			Matcher total = TOTAL.matcher(KernelFiles.text(folder.resolve("meminfo")));
			long memory = total.find() ? Long.parseLong(total.group(1)) * KIB : 0;
			nodes.add(HardwareObject.node(node, processors, memory, pages(folder.resolve("hugepages"), memory)));
		}
		return nodes;
	}

	private static List<Pages> pages(Path folder, long memory) throws IOException {
		List<Pages> huge = new ArrayList<>();
		long left = memory;
		for (String name : Files.isDirectory(folder) ? names(folder) : List.<String>of()) {
			Matcher size = HUGE.matcher(name);
			if (size.matches()) {
				Pages pages = new Pages(Long.parseLong(size.group(1)) * KIB, number(folder.resolve(name).resolve("nr_hugepages")));
				huge.add(pages);
				left -= pages.size() * pages.count();
			}
		}
		huge.add(new Pages(PAGE, left / PAGE));
		huge.sort((one, other) -> Long.compare(one.size(), other.size()));
		return huge;
	}

	/** Adds groups for memory that is next to, for example, a part of a package, so that it can be attached. */
	private static List<HardwareObject> groups(List<HardwareObject> inside, List<HardwareObject> nodes, HardwareObject machine) {
		List<HardwareObject> groups = new ArrayList<>();
		for (HardwareObject node : nodes) {
			boolean known = node.processors().equals(machine.processors()) || Stream.concat(inside.stream(), groups.stream())
					.anyMatch(object -> object.type().compareTo(Type.L3) < 0 && object.processors().equals(node.processors()));
			if (!known) {
				groups.add(HardwareObject.of(Type.GROUP, -1, node.processors()));
			}
		}
		return groups;
	}

	/** Pieces are inserted by descending size, so a piece that overlaps another without being inside it is found. */
	private static boolean insert(HardwareObject outer, HardwareObject object) {
		for (HardwareObject child : outer.children()) {
			if (child.holds(object)) {
				return insert(child, object);
			}
			if (child.processors().intersects(object.processors())) {
				return false;
			}
		}
		outer.children().add(object);
		outer.children().sort((one, other) -> Integer.compare(first(one), first(other)));
		return outer.holds(object);
	}

	/** Attaches memory as hwloc does: as far inside as possible, but not inside a cache. */
	private static void hang(HardwareObject outer, HardwareObject node) {
		for (HardwareObject child : outer.children()) {
			if (child.holds(node) && child.type().compareTo(Type.L3) < 0) {
				hang(child, node);
				return;
			}
		}
		outer.nodes().add(node);
	}

	private static int outerFirst(HardwareObject one, HardwareObject other) {
		int bySize = Integer.compare(other.processors().cardinality(), one.processors().cardinality());
		int byType = bySize == 0 ? one.type().compareTo(other.type()) : bySize;
		return byType == 0 ? Integer.compare(first(one), first(other)) : byType;
	}

	private static int first(HardwareObject object) {
		return object.processors().nextSetBit(0);
	}

	private static List<String> names(Path folder) throws IOException {
		String[] names = folder.toFile().list();
		if (names == null) {
			throw new NoSuchFileException(folder.toString());
		}
		Arrays.sort(names);
		return List.of(names);
	}

	private static BitSet numbers(Path file) throws IOException {
		return new CpuSet(KernelFiles.text(file)).numbers();
	}

	private static int number(Path file) throws IOException {
		String text = KernelFiles.text(file);
		if (!DIGITS.matcher(text).matches()) {
			throw new IOException(file + " is not a number");
		}
		return Integer.parseInt(text);
	}

	private static int optionalNumber(Path file, int none) throws IOException {
		return Files.exists(file) ? number(file) : none;
	}
}
