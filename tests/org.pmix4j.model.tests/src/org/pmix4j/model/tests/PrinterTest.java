// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataBuffer;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.NetStats;
import org.pmix4j.model.NodeStats;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcStats;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.model.TimeVal;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.print.Printer;

/** Tests the texts of values that libpmix does not print, or that its functions cannot unpack; UtilityValueTest compares all others. */
class PrinterTest {
	private static final TimeVal TIME = new TimeVal(5, 6);

	private static PmixValue.Float32 figure(float value) {
		return PmixValue.Float32.of(value);
	}

	@Test
	void data_eachLineBeginsWithThePrefix() {
		Query query = new Query(List.of("pmix.job.size"), Infos.of(Info.of(JobAttributes.JOB_SIZE, 3)));

		assertThat(Printer.data("> ", query)).isEqualTo("""
				> Data type: PMIX_QUERY\tValue:
				> \tKey: pmix.job.size
				> \tKEY: PMIX_JOB_SIZE
				> \t\t> \tData type: PMIX_INFO_DIRECTIVES\tValue: OPTIONAL
				> \t\t> \tPMIX_VALUE:  Data type: PMIX_UINT32\tValue: 3""");
	}

	@Test
	void data_publishedData_namesPublisherAndKey() {
		PublishedData data = new PublishedData(Proc.wildcard("job"), "mine", new PmixValue.Int(1));

		assertThat(Printer.data("", data)).isEqualTo("  PROC: job:PMIX_RANK_WILDCARD  KEY: mine PMIX_VALUE:  Data type: PMIX_INT\tValue: 1");
	}

	@Test
	void data_emptyArray_saysNull() {
		assertThat(Printer.data("", new DataArray(DataType.INT, List.of())))
				.isEqualTo("Data type: PMIX_DATA_ARRAY\tType: PMIX_INT\tSize: 0\nNULL");
	}

	@Test
	void data_typesWithoutFields_areNamed() {
		assertThat(Printer.data("", DeviceType.GPU)).isEqualTo("Data type: PMIX_DEVICE_TYPE\tValue: 0x2");
		assertThat(Printer.data("", new DataBuffer(ByteObject.EMPTY))).isEqualTo("PMIX_DATA_BUFFER NumBytesUsed: 0");
		assertThat(Printer.data("", PmixValue.Pointer.INSTANCE)).isEqualTo(" Data type: PMIX_POINTER(31)\tValue: UNPRINTABLE");
	}

	@Test
	void data_statistics_haveEveryFigure() {
		ProcStats process = new ProcStats("n1", Proc.of("job", 2), 77, "hello", (byte) 'R', TIME, 3, (short) 4, figure(1), figure(2), figure(3),
				(short) 5, TIME);
		NetStats network = new NetStats("eth0", List.of(1L, 2L, 3L, 16L, 5L, 6L));
		NodeStats node = new NodeStats("n1", Collections.nCopies(NodeStats.FIGURES, figure(0.5f)), TIME, List.of(), List.of());

		assertThat(Printer.data("", process)).isEqualTo("""
				PMIX_PROC_STATS SAMPLED AT: 5.000006
				node: n1 proc: [job,2] pid: 77 cmd: hello state: R pri: 3 #threads: 4 Processor: 5
				\ttime: 5.000006 cpu:  0.00  PSS:     1.00  VMsize:     2.00 PeakVMSize:     0.00 RSS:     3.00
				""");
		assertThat(Printer.data("", network)).isEqualTo("""
				PMIX_NET_STATS Interface: eth0
				NumBytesRecvd: 1 NumPacketsRecv: 2 NumRecvErrors: 3
				NumBytesSent: 10 NumPacketsSent: 5 NumSendErrors: 6
				""");
		assertThat(Printer.data("", node)).isEqualTo("""
				PMIX_NODE_STATS SAMPLED AT: 5.000006\tNode: n1
				Total Mem:  0.50 Free Mem:  0.50 Buffers:  0.50 Cached:  0.50
				SwapCached:  0.50 SwapTotal:  0.50 SwapFree:  0.50 Mapped:  0.50
				\tla:  0.50\tla5:  0.50\tla15:  0.50
				""");
	}
}
