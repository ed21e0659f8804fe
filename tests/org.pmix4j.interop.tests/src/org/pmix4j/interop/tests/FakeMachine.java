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
