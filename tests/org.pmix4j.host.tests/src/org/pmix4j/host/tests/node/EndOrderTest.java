// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.job.Job;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.process.internal.posix.ExitStatus;

/**
 * Tests the end of a rank in all six orders of the end of its output, the loss of its connection and its exit.
 *
 * @see "ompi#2675, ompi#2693, where an exit code was lost"
 */
class EndOrderTest {
	private final StringBuffer written = new StringBuffer();
	private final OneNodeHost host;

	EndOrderTest(@TempDir Path directory) throws Exception {
		host = new OneNodeHost(directory, 2);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private void step(char step, RankProcess rank, SimulatedProcess process) {
		switch (step) {
			case 'O' -> process.closeOutput();
			case 'E' -> process.exitWithOpenOutput(ExitStatus.exited(7));
			case 'C' -> host.loop.perform(() -> host.host.upcalls.notifyEvent(Status.ERR_LOST_CONNECTION, Proc.of("server", 0), DataRange.LOCAL,
					Infos.of(Info.of(ProcAttributes.PROCID.key(), rank.proc()))));
			default -> throw new IllegalArgumentException("no step " + step);
		}
		host.loop.run();
	}

	@ParameterizedTest
	@CsvSource({ "OCE", "OEC", "COE", "CEO", "EOC", "ECO" })
	void end_outputConnectionAndExitInAnyOrder_codeLastLineAndStateAreRight(String order) {
		OutputSink sink = (proc, channel, chunk) -> written.append(StandardCharsets.UTF_8.decode(chunk));
		Job job = host.launch(OneNodeHost.spec(1).withSink(sink));
		RankProcess rank = job.ranks().get(0);
		SimulatedProcess process = host.node.processes().get(0);
		host.connect(rank);
		process.print("last line");
		for (int i = 0; i < order.length(); i++) {
			assertThat(rank.state() == RankState.ENDED).as("ended before step %d of %s", i, order)
					.isEqualTo(order.substring(0, i).contains("E") && order.substring(0, i).contains("O"));
			step(order.charAt(i), rank, process);
		}

		assertThat(host.result(job).exitCode()).isEqualTo(7);
		assertThat(written).hasToString("last line");
		assertThat(rank.state()).isEqualTo(RankState.ENDED);
		assertThat(rank.fate().orElseThrow().exitCode()).isEqualTo(7);
	}
}
