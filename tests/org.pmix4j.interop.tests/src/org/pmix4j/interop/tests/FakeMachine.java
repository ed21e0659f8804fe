// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Kernel files that describe a machine that does not exist. */
final class FakeMachine {
	private static final int MEMORY_KB = 1 << 20;

	private final Path root;
	private final int packages;
	private final int nodesInAPackage;
	private final int coresInANode;
	private final int threads;
	private final boolean caches;

	private FakeMachine(Path root, int packages, int nodesInAPackage, int coresInANode, int threads, boolean caches) {
		this.root = root;
		this.packages = packages;
		this.nodesInAPackage = nodesInAPackage;
		this.coresInANode = coresInANode;
		this.threads = threads;
		this.caches = caches;
	}

	/** Threads of one core have distant numbers, as on most machines. */
	static void write(Path root, int packages, int nodesInAPackage, int coresInANode, int threads, boolean caches) throws IOException {
		new FakeMachine(root, packages, nodesInAPackage, coresInANode, threads, caches).write();
	}

	/**
	 * Adds a PCI card with one network interface or disk, behind the bridges in its path.
	 *
	 * @param path       below sys/devices, such as pci0000:00/0000:00:1c.0/0000:03:00.0
	 * @param processors next to the card
	 * @param kind       its class as the kernel writes it
	 * @param device     the device below the card, such as net/eth0; empty for none
	 */
	static void addCard(Path root, String path, String processors, String kind, String device) throws IOException {
		Path at = root.resolve("sys/devices");
		String[] parts = path.split("/");
		for (int i = 0; i < parts.length; i++) {
			at = at.resolve(parts[i]);
			Path link = root.resolve("sys/bus/pci/devices").resolve(parts[i]);
			if (i > 0 && !Files.exists(link)) {
				boolean card = i == parts.length - 1;
				file(at, "class", card ? kind : "0x060400");
				file(at, "vendor", "0x8086");
				file(at, "device", "0x1533");
				file(at, "revision", "0x03");
				file(at, "local_cpulist", processors);
				byte[] configuration = new byte[64];
				int behind = card ? 0 : Integer.parseInt(parts[i + 1].substring(5, 7), 16);
				configuration[0x19] = (byte) behind;
				configuration[0x1a] = (byte) behind;
				Files.write(at.resolve("config"), configuration);
				Files.createDirectories(link.getParent());
				Files.createSymbolicLink(link, at);
			}
		}
		if (!device.isEmpty()) {
			addDevice(root, at.resolve(device), device);
		}
	}

	/** @param device its class and name, such as net/eth0 */
	static void addDevice(Path root, Path folder, String device) throws IOException {
		file(folder, "address", "02:00:00:00:00:07");
		file(folder, "size", "4096");
		file(folder, "dev", "254:0");
		file(folder.resolve("queue"), "hw_sector_size", "512");
		Path link = root.resolve("sys/class").resolve(device);
		Files.createDirectories(link.getParent());
		Files.createSymbolicLink(link, folder);
	}

	private static void file(Path folder, String name, String text) throws IOException {
		Files.createDirectories(folder);
		Files.writeString(folder.resolve(name), text + "\n");
	}

	private int cores() {
		return packages * nodesInAPackage * coresInANode;
	}

	private void write() throws IOException {
		String all = "0-" + (cores() * threads - 1);
		int nodes = packages * nodesInAPackage;
		file("sys/devices/system/cpu/online", all);
		file("sys/devices/system/cpu/possible", all);
		file("sys/devices/system/cpu/present", all);
		file("sys/devices/system/node/online", range(0, nodes));
		file("sys/devices/system/node/possible", range(0, nodes));
		file("proc/self/status", "Name:\ttest\nCpus_allowed_list:\t" + all + "\nMems_allowed_list:\t" + range(0, nodes));
		file("proc/meminfo", "MemTotal: " + nodes * MEMORY_KB + " kB");
		file("proc/cpuinfo", "");
		file("proc/mounts", "");
		for (int core = 0; core < cores(); core++) {
			for (int thread = 0; thread < threads; thread++) {
				processor(core + thread * cores(), core);
			}
		}
		for (int node = 0; node < nodes; node++) {
			String folder = "sys/devices/system/node/node" + node + "/";
			file(folder + "cpulist", threadsOf(node * coresInANode, coresInANode));
			file(folder + "cpumap", mask(node * coresInANode, coresInANode));
			file(folder + "meminfo", "Node " + node + " MemTotal:       " + MEMORY_KB + " kB");
			file(folder + "hugepages/hugepages-2048kB/nr_hugepages", "3");
		}
	}

	private void processor(int cpu, int core) throws IOException {
		int ofPackage = nodesInAPackage * coresInANode;
		String topology = "sys/devices/system/cpu/cpu" + cpu + "/topology/";
		file(topology + "core_id", Integer.toString(core % ofPackage));
		file(topology + "physical_package_id", Integer.toString(core / ofPackage));
		file(topology + "core_cpus_list", threadsOf(core, 1));
		file(topology + "core_cpus", mask(core, 1));
		file(topology + "thread_siblings", mask(core, 1));
		file(topology + "package_cpus_list", threadsOf(core / ofPackage * ofPackage, ofPackage));
		file(topology + "package_cpus", mask(core / ofPackage * ofPackage, ofPackage));
		file(topology + "core_siblings", mask(core / ofPackage * ofPackage, ofPackage));
		if (caches) {
			cache(cpu, 0, 1, "Data", 48, core, 1);
			cache(cpu, 1, 1, "Instruction", 32, core, 1);
			cache(cpu, 2, 2, "Unified", 1024, core, 1);
			cache(cpu, 3, 3, "Unified", 32768, core / coresInANode * coresInANode, coresInANode);
		}
	}

	private void cache(int cpu, int index, int level, String type, int size, int first, int count) throws IOException {
		String folder = "sys/devices/system/cpu/cpu" + cpu + "/cache/index" + index + "/";
		file(folder + "level", Integer.toString(level));
		file(folder + "type", type);
		file(folder + "size", size + "K");
		file(folder + "id", Integer.toString(first / count));
		file(folder + "coherency_line_size", "64");
		file(folder + "number_of_sets", "64");
		file(folder + "physical_line_partition", "1");
		file(folder + "ways_of_associativity", "8");
		file(folder + "shared_cpu_list", threadsOf(first, count));
		file(folder + "shared_cpu_map", mask(first, count));
	}

	private String threadsOf(int first, int count) {
		StringBuilder list = new StringBuilder();
		for (int thread = 0; thread < threads; thread++) {
			list.append(thread == 0 ? "" : ",").append(range(thread * cores() + first, count));
		}
		return list.toString();
	}

	private String mask(int first, int count) {
		long bits = 0;
		for (int thread = 0; thread < threads; thread++) {
			bits |= (1L << count) - 1 << thread * cores() + first;
		}
		return String.format("%08x", bits);
	}

	private static String range(int first, int count) {
		return count == 1 ? Integer.toString(first) : first + "-" + (first + count - 1);
	}

	private void file(String name, String content) throws IOException {
		Path file = root.resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, content + "\n");
	}
}
