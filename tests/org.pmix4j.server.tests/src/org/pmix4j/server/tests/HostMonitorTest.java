// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.ControlRequest;

/** Tests monitors kept by the host, and their end. */
class HostMonitorTest {
	private static final Info USAGE = Info.of(MonitorAttributes.MONITOR_PROC_RESOURCE_USAGE, new DataArray(DataType.PROC, List.of()));
	private static final Info CANCEL = Info.of(MonitorAttributes.MONITOR_CANCEL, "mine");
	private static final Info BEAT = Info.of(MonitorAttributes.MONITOR_HEARTBEAT.key(), PmixValue.Pointer.INSTANCE);
	private static final Info EVERY = Info.of(MonitorAttributes.MONITOR_HEARTBEAT_TIME, 2);
	private static final String ALL_OF_THE_FIRST = "job:0 " + MonitorAttributes.MONITOR_CANCEL.key() + " of all";

	private final List<String> asked = new ArrayList<>();
	private final List<CompletableFuture<Infos>> answers = new ArrayList<>();
	private boolean able = true;
	private final TestServer server;
	private List<TestPeer> peers = List.of();

	HostMonitorTest() throws PmixException {
		server = TestServer.open(new PmixHost() {
			@Override
			public CompletionStage<Infos> monitor(Proc requester, Info monitor, Status code, Infos directives) {
				asked.add(requester + " " + monitor.key() + (monitor.value() instanceof PmixValue.Undef ? " of all" : ""));
				CompletableFuture<Infos> answer = new CompletableFuture<>();
				answers.add(answer);
				if (!able) {
					answer.completeExceptionally(new PmixException(Status.ERR_NOT_SUPPORTED, "no"));
				}
				return answer;
			}
		});
	}

	@BeforeEach
	void connect() throws PmixException {
		server.job("job", 2);
		peers = server.connectAll("job", 2);
	}

	private int send(Info what, Info... how) throws PmixException {
		return peers.get(0).send(new ControlRequest.Monitor(what, Status.SUCCESS, Infos.of(how)));
	}

	@Test
	void cancel_afterAHostMonitor_isPassedToTheHost() throws PmixException {
		peers.get(0).ask(new ControlRequest.Monitor(CANCEL, Status.SUCCESS, Infos.EMPTY));
		assertThat(asked).as("the host runs no monitor").isEmpty();
		send(USAGE);
		send(CANCEL);

		assertThat(asked).containsExactly("job:0 " + USAGE.key(), "job:0 " + CANCEL.key());
	}

	@Test
	void cancel_unsupportedByTheHost_succeeds() throws PmixException {
		able = false;
		assertThat(peers.get(0).ask(new ControlRequest.Monitor(USAGE, Status.SUCCESS, Infos.EMPTY))).isEqualTo(Status.ERR_NOT_SUPPORTED);
		peers.get(0).ask(new ControlRequest.Monitor(BEAT, Status.SUCCESS, Infos.of(EVERY)));

		assertThat(peers.get(0).ask(new ControlRequest.Monitor(CANCEL, Status.SUCCESS, Infos.EMPTY))).isEqualTo(Status.SUCCESS);
	}

	@Test
	void process_gone_endsItsHostMonitors() throws PmixException {
		send(USAGE);
		answers.get(0).complete(Infos.EMPTY);
		server.run();
		send(USAGE);
		answers.get(1).complete(Infos.EMPTY);
		server.run();
		peers.get(1).finish();
		assertThat(asked).doesNotContain(ALL_OF_THE_FIRST);
		peers.get(0).finish();

		assertThat(asked).filteredOn(ALL_OF_THE_FIRST::equals).hasSize(1);
	}

	@Test
	void process_diesBeforeTheMonitorStarts_endsIt() throws PmixException {
		send(USAGE);
		peers.get(0).die();
		server.run();
		assertThat(asked).filteredOn(ALL_OF_THE_FIRST::equals).hasSize(1);
		answers.get(0).complete(Infos.EMPTY);
		server.run();

		assertThat(asked).filteredOn(ALL_OF_THE_FIRST::equals).hasSize(2);
	}
}
