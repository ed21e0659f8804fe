// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.usage.RequestedStats;
import org.pmix4j.host.internal.usage.UsageSource;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.TimeVal;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.StatisticsAttributes;

/** Figures read from files in the kernel's formats. */
class UsageSourceTest {
	@TempDir
	private Path root;

	private void file(String name, String text) throws IOException {
		Path file = root.resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, text);
	}

	private UsageSource source() {
		return UsageSource.linux(root);
	}

	/** Writes the files of a process whose name looks like columns; times are in hundredths of a second. */
	private void process() throws IOException {
		file("proc/uptime", "1100.00 2000.00\n");
		file("proc/7/stat", "7 (a) S (b) R 1 7 7 0 -1 4194560 100 0 0 0 150 75 0 0 20 0 3 0 100000 1000 200 "
				+ "18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 5 0 0 0 0 0\n");
		file("proc/7/status", "Name:\ta\nVmPeak:\t    2048 kB\nVmSize:\t    1024 kB\nVmRSS:\t     512 kB\n");
		file("proc/7/smaps_rollup", "0-1 ---p 0 00:00 0 [rollup]\nRss:                 512 kB\nPss:                 256 kB\n");
		file("proc/7/cmdline", "./a\0-x\0");
	}

	@Test
	void process_running_isReadFromProc() throws IOException, PmixException {
		process();
		Infos told = source().process(7, RequestedStats.ALL).orElseThrow();

		assertThat(told.get(JobAttributes.CMD_LINE)).contains("./a -x");
		assertThat(told.get(StatisticsAttributes.PROC_OS_STATE)).contains("R");
		assertThat(told.get(StatisticsAttributes.PROC_TIME)).contains(new TimeVal(2, 250_000));
		assertThat(told.get(StatisticsAttributes.PROC_PERCENT_CPU)).contains(2.25f);
		assertThat(told.get(StatisticsAttributes.PROC_PRIORITY)).contains(20);
		assertThat(told.get(StatisticsAttributes.PROC_NUM_THREADS)).contains(3);
		assertThat(told.get(StatisticsAttributes.PROC_CPU)).contains(5);
		assertThat(told.get(StatisticsAttributes.PROC_PEAK_VSIZE)).contains(2f);
		assertThat(told.get(StatisticsAttributes.PROC_VSIZE)).contains(1f);
		assertThat(told.get(StatisticsAttributes.PROC_RSS)).contains(0.5f);
		assertThat(told.get(StatisticsAttributes.PROC_PSS)).contains(0.25f);
		assertThat(told.get(StatisticsAttributes.PROC_SAMPLE_TIME).orElseThrow()).isPositive();
	}

	@Test
	void process_someFiguresRequested_readsOnlyThose() throws IOException, PmixException {
		process();
		Infos told = source().process(7, new RequestedStats(Set.of("pmix.proc.rss"), Set.of())).orElseThrow();

		assertThat(told.stream().map(info -> info.key())).containsExactly("pmix.proc.rss", "pmix.proc.samptime");
	}

	@Test
	void process_zombieOrGone_givesAvailableFigures() throws IOException, PmixException {
		file("proc/8/stat", "8 (dead) Z");
		Infos told = source().process(8, RequestedStats.ALL).orElseThrow();

		assertThat(told.get(StatisticsAttributes.PROC_OS_STATE)).contains("Z");
		assertThat(told.get(JobAttributes.CMD_LINE)).contains("dead");
		assertThat(source().process(9, RequestedStats.ALL)).isEmpty();
	}

	@Test
	void node_figures_areReadFromProc() throws IOException, PmixException {
		file("proc/loadavg", "0.50 1.25 2.00 1/100 7\n");
		file("proc/meminfo", "MemTotal:        4096 kB\nMemFree:         2048 kB\nBuffers:         1024 kB\nSwapCached:       512 kB\n"
				+ "SwapTotal:          0 kB\nSwapFree:          256 kB\nMapped:          3072 kB\nHugePages_Total:       0\n");
		Infos told = source().node(RequestedStats.ALL);

		assertThat(told.get(StatisticsAttributes.NODE_LOAD_AVG)).contains(0.5f);
		assertThat(told.get(StatisticsAttributes.NODE_LOAD_AVG5)).contains(1.25f);
		assertThat(told.get(StatisticsAttributes.NODE_LOAD_AVG15)).contains(2f);
		assertThat(told.get(StatisticsAttributes.NODE_MEM_TOTAL)).contains(4f);
		assertThat(told.get(StatisticsAttributes.NODE_MEM_FREE)).contains(2f);
		assertThat(told.get(StatisticsAttributes.NODE_SWAP_TOTAL)).contains(0f);
		assertThat(told.get(StatisticsAttributes.NODE_MEM_SWAP_TOTAL)).as("its second name").contains(0f);
		assertThat(told.get(StatisticsAttributes.NODE_MEM_BUFFERS)).contains(1f);
		assertThat(told.get(StatisticsAttributes.NODE_MEM_SWAP_CACHED)).contains(0.5f);
		assertThat(told.get(StatisticsAttributes.NODE_MEM_SWAP_FREE)).contains(0.25f);
		assertThat(told.get(StatisticsAttributes.NODE_MEM_MAPPED)).contains(3f);
		assertThat(told.get(StatisticsAttributes.NODE_SAMPLE_TIME).orElseThrow()).isPositive();
		assertThat(told.get(StatisticsAttributes.NODE_MEM_CACHED)).isEmpty();
	}

	@Test
	void disks_unnamed_areOnlyHardware() throws IOException, PmixException {
		file("proc/diskstats", "   7 0 loop0 0 0 0 0 0 0 0 0 0 0 0\n   8 0 sda 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n"
				+ "   8 1 sda1 1 2 3 4 5 6 7 8 9 10 11\nnonsense\n");
		file("sys/block/sda/device/model", "disk");
		Map<String, Infos> told = source().disks(RequestedStats.ALL);

		assertThat(told).containsOnlyKeys("sda");
		assertThat(told.get("sda").stream().limit(11)).containsExactly(Info.of(StatisticsAttributes.DISK_READ_COMPLETED, 1L),
				Info.of(StatisticsAttributes.DISK_READ_MERGED, 2L), Info.of(StatisticsAttributes.DISK_READ_SECTORS, 3L),
				Info.of(StatisticsAttributes.DISK_READ_MILLISEC, 4L), Info.of(StatisticsAttributes.DISK_WRITE_COMPLETED, 5L),
				Info.of(StatisticsAttributes.DISK_WRITE_MERGED, 6L), Info.of(StatisticsAttributes.DISK_WRITE_SECTORS, 7L),
				Info.of(StatisticsAttributes.DISK_WRITE_MILLISEC, 8L), Info.of(StatisticsAttributes.DISK_IO_IN_PROGRESS, 9L),
				Info.of(StatisticsAttributes.DISK_IO_MILLISEC, 10L), Info.of(StatisticsAttributes.DISK_IO_WEIGHTED, 11L));
		assertThat(told.get("sda").get(StatisticsAttributes.DISK_SAMPLE_TIME)).isPresent();
		assertThat(source().disks(new RequestedStats(Set.of(), Set.of("sda1", "none")))).containsOnlyKeys("sda1");
	}

	@Test
	void networks_numberAfterColon_areRead() throws IOException, PmixException {
		file("proc/net/dev", "Inter-|   Receive  |  Transmit\n face |bytes packets\n    lo:18446744073709551615 2 3 0 0 0 0 0 4 5 6 0 0 0 0 0\n"
				+ "  eth0: 1 2 3 0 0 0 0 0 4 5 6 0 0 0 0 0\n");
		Map<String, Infos> told = source().networks(new RequestedStats(Set.of("pmix.net.rcb", "pmix.net.snterr"), Set.of()));

		assertThat(told).containsOnlyKeys("lo", "eth0");
		assertThat(told.get("lo").get(StatisticsAttributes.NET_RECVD_BYTES)).contains(-1L);
		assertThat(told.get("eth0").get(StatisticsAttributes.NET_SENT_ERRS)).contains(6L);
		assertThat(told.get("eth0").get(StatisticsAttributes.NET_SENT_BYTES)).isEmpty();
	}

	@Test
	void networks_figures_includePacketsAndErrors() throws IOException, PmixException {
		file("proc/net/dev", "  eth0: 1 2 3 0 0 0 0 0 4 5 6 0 0 0 0 0\n");
		Infos told = source().networks(RequestedStats.ALL).get("eth0");

		assertThat(told.get(StatisticsAttributes.NET_RECVD_PCKTS)).contains(2L);
		assertThat(told.get(StatisticsAttributes.NET_RECVD_ERRS)).contains(3L);
		assertThat(told.get(StatisticsAttributes.NET_SENT_BYTES)).contains(4L);
		assertThat(told.get(StatisticsAttributes.NET_SENT_PCKTS)).contains(5L);
		assertThat(told.get(StatisticsAttributes.NET_SAMPLE_TIME).orElseThrow()).isPositive();
	}

	@Test
	void anyFigure_withoutFiles_isEmpty() throws PmixException {
		assertThat(source().disks(RequestedStats.ALL)).isEmpty();
		assertThat(source().networks(RequestedStats.ALL)).isEmpty();
		assertThat(source().node(RequestedStats.ALL).size()).isEqualTo(1);
	}

	@Test
	void anyFigure_onAnotherSystem_isNotSupported() {
		UsageSource none = new UsageSource.NoUsage();
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> none.process(1, RequestedStats.ALL))
				.matches(e -> e.status().equals(Status.ERR_NOT_SUPPORTED)).withMessageContaining("/proc");
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> none.node(RequestedStats.ALL));
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> none.disks(RequestedStats.ALL));
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> none.networks(RequestedStats.ALL));
	}
}
