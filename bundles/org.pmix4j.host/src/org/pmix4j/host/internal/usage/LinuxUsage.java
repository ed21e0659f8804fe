// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.usage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.StatisticsAttributes;

/**
 * Reads statistics from {@code /proc} and leaves out those that are missing there. Times are in seconds, sizes in megabytes. Stateless.
 * OSHI lacks half of these statistics and takes twice the time (releng/benchmarks/README.md).
 *
 * @see "proc(5); Linux, Documentation/admin-guide/iostats.rst; OpenPMIx src/mca/pstat/plinux"
 */
final class LinuxUsage implements UsageSource {
	private static final int DISK_NAME = 2;
	/** The kernel's columns after the name of the disk. */
	private static final List<Attribute<Long>> DISK = List.of(StatisticsAttributes.DISK_READ_COMPLETED,
			StatisticsAttributes.DISK_READ_MERGED, StatisticsAttributes.DISK_READ_SECTORS, StatisticsAttributes.DISK_READ_MILLISEC,
			StatisticsAttributes.DISK_WRITE_COMPLETED, StatisticsAttributes.DISK_WRITE_MERGED, StatisticsAttributes.DISK_WRITE_SECTORS,
			StatisticsAttributes.DISK_WRITE_MILLISEC, StatisticsAttributes.DISK_IO_IN_PROGRESS, StatisticsAttributes.DISK_IO_MILLISEC,
			StatisticsAttributes.DISK_IO_WEIGHTED);
	/** The kernel's columns after the name of the interface: three for received data, and eight columns later the same for sent data. */
	private static final Map<Integer, Attribute<Long>> NETWORK = Map.of(0, StatisticsAttributes.NET_RECVD_BYTES, 1,
			StatisticsAttributes.NET_RECVD_PCKTS, 2, StatisticsAttributes.NET_RECVD_ERRS, 8, StatisticsAttributes.NET_SENT_BYTES, 9,
			StatisticsAttributes.NET_SENT_PCKTS, 10, StatisticsAttributes.NET_SENT_ERRS);
	private static final Map<String, Attribute<Float>> MEMORY = Map.of("MemTotal", StatisticsAttributes.NODE_MEM_TOTAL, "MemFree",
			StatisticsAttributes.NODE_MEM_FREE, "Buffers", StatisticsAttributes.NODE_MEM_BUFFERS, "Cached",
			StatisticsAttributes.NODE_MEM_CACHED, "SwapCached", StatisticsAttributes.NODE_MEM_SWAP_CACHED, "SwapTotal",
			StatisticsAttributes.NODE_SWAP_TOTAL, "SwapFree", StatisticsAttributes.NODE_MEM_SWAP_FREE, "Mapped",
			StatisticsAttributes.NODE_MEM_MAPPED);
	private static final List<Attribute<Float>> LOAD = List.of(StatisticsAttributes.NODE_LOAD_AVG, StatisticsAttributes.NODE_LOAD_AVG5,
			StatisticsAttributes.NODE_LOAD_AVG15);

	private final Path root;

	/** @param root where {@code proc} and {@code sys} are */
	LinuxUsage(Path root) {
		this.root = root;
	}

	@Override
	public Optional<Infos> process(int pid, RequestedStats wanted) {
		return ProcessUsage.read(root.resolve("proc"), Integer.toString(pid), wanted);
	}

	@Override
	public Infos node(RequestedStats wanted) {
		List<Info> told = new ArrayList<>();
		lines("proc/loadavg").stream().limit(1).map(LinuxUsage::words).filter(words -> words.size() >= LOAD.size()).forEach(words -> {
			for (int i = 0; i < LOAD.size(); i++) {
				tell(LOAD.get(i), Stats.real(words.get(i)), wanted, told);
			}
		});
		Stats.megabytes(String.join("\n", lines("proc/meminfo"))).forEach((name, size) -> {
			if (MEMORY.containsKey(name)) {
				tell(MEMORY.get(name), Optional.of(size), wanted, told);
			}
		});
		told.add(Info.of(StatisticsAttributes.NODE_SAMPLE_TIME, Stats.now()));
		return new Infos(told);
	}

	@Override
	public Map<String, Infos> disks(RequestedStats wanted) {
		Map<String, Infos> found = new LinkedHashMap<>();
		for (String line : lines("proc/diskstats")) {
			List<String> words = words(line);
			if (words.size() > DISK_NAME + DISK.size() && isDisk(words.get(DISK_NAME), wanted)) {
				List<Info> told = new ArrayList<>();
				for (int i = 0; i < DISK.size(); i++) {
					tell(DISK.get(i), Stats.natural(words.get(DISK_NAME + 1 + i)), wanted, told);
				}
				told.add(Info.of(StatisticsAttributes.DISK_SAMPLE_TIME, Stats.now()));
				found.put(words.get(DISK_NAME), new Infos(told));
			}
		}
		return found;
	}

	/** Returns whether the disk was named; or if none was, whether it is hardware, not made of memory or a file, and not a partition. */
	private boolean isDisk(String name, RequestedStats wanted) {
		return wanted.names().isEmpty() ? Files.exists(root.resolve("sys/block").resolve(name.replace('/', '!')).resolve("device"))
				: wanted.names(name);
	}

	@Override
	public Map<String, Infos> networks(RequestedStats wanted) {
		Map<String, Infos> found = new LinkedHashMap<>();
		for (String line : lines("proc/net/dev")) {
			int colon = line.indexOf(':');
			String name = line.substring(0, Math.max(0, colon)).strip();
			if (colon > 0 && (wanted.names().isEmpty() || wanted.names(name))) {
				List<String> words = words(line.substring(colon + 1));
				List<Info> told = new ArrayList<>();
				for (int i = 0; i < words.size(); i++) {
					if (NETWORK.containsKey(i)) {
						tell(NETWORK.get(i), Stats.natural(words.get(i)), wanted, told);
					}
				}
				told.add(Info.of(StatisticsAttributes.NET_SAMPLE_TIME, Stats.now()));
				found.put(name, new Infos(told));
			}
		}
		return found;
	}

	private static <T> void tell(Attribute<T> statistic, Optional<T> value, RequestedStats wanted, List<Info> told) {
		if (wanted.is(statistic)) {
			value.ifPresent(known -> told.add(Info.of(statistic, known)));
		}
	}

	private static List<String> words(String line) {
		return Arrays.asList(line.strip().split("\\s+"));
	}

	/** Returns no lines if there is no such file, as in some containers. */
	private List<String> lines(String file) {
		try {
			return Files.readAllLines(root.resolve(file));
		} catch (IOException e) {
			return List.of();
		}
	}
}
