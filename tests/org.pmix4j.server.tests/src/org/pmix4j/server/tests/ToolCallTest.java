// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.internal.core.ServerCore;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.ParentTool;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.Await;

/** Tests a server that calls the tool that has started its process. A second PMIx4J server takes the tool's place. */
class ToolCallTest {
	private static final Proc LAUNCHER = Proc.of("launcher", 0);
	private static final Duration MINUTE = Duration.ofMinutes(1);
	private static final Proc TOOL = Proc.of("tool", 0);

	@TempDir
	private Path directory;

	private PmixServer open(Proc identity, PmixHost host) throws PmixException {
		return PmixServer.open(ServerOptions.of(identity, "node", directory.resolve(identity.nspace())), host);
	}

	@Test
	void call_toolWithDirectives_getsThem() throws Exception {
		try (PmixServer tool = open(TOOL, PmixHost.NONE); PmixServer launcher = open(LAUNCHER, PmixHost.NONE)) {
			Infos stop = Infos.of(Info.of(DebuggerAttributes.DEBUG_STOP_IN_INIT, PmixValue.Bool.TRUE));
			tool.registerNamespace("launcher", 1, Infos.EMPTY.with(JobAttributes.JOB_SIZE, 1).with(ServerAttributes.NODE_MAP, "node")
					.with(ServerAttributes.PROC_MAP, "0").with(ToolAttributes.LAUNCH_DIRECTIVES, DataArray.of(stop))).join();

			ParentTool parent = launcher.onLoop().call(tool.uri(), "5.0.7").join();

			assertThat(parent.proc()).isEqualTo(TOOL);
			assertThat(parent.jobInfo().get(ToolAttributes.LAUNCH_DIRECTIVES).map(ToolCallTest::infos)).contains(stop);
			assertThat(parent.jobInfo().get(JobAttributes.JOB_SIZE)).contains(1);
		}
	}

	private static Infos infos(DataArray array) {
		try {
			return array.infos();
		} catch (PmixException e) {
			throw new AssertionError(e);
		}
	}

	@Test
	void call_thenToolEnds_hostIsTold() throws Exception {
		BlockingQueue<Infos> lost = new LinkedBlockingQueue<>();
		try (PmixServer tool = open(TOOL, PmixHost.NONE); PmixServer launcher = open(LAUNCHER, new PmixHost() {
			@Override
			public CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
				if (code.equals(Status.ERR_LOST_CONNECTION)) {
					lost.add(infos);
				}
				return CompletableFuture.completedFuture(null);
			}
		})) {
			launcher.onLoop().call(tool.uri(), "5.0.7").join();

			tool.close();

			Infos told = Objects.requireNonNull(lost.poll(30, TimeUnit.SECONDS), "no event");
			assertThat(told.get(ProcAttributes.PROCID)).contains(TOOL);
		}
	}

	@Test
	void launchedFor_unknownTool_isRefused() throws Exception {
		try (PmixServer launcher = open(LAUNCHER, PmixHost.NONE)) {
			assertThatThrownBy(() -> launcher.onLoop().launchedFor(TOOL, "job", Infos.EMPTY).join()).isInstanceOf(CompletionException.class)
					.cause().hasMessageContaining("the tool tool:0 is not connected");
		}
	}

	@Test
	void awaitTool_toolThatCallsLater_hasItsConnection() throws Exception {
		try (PmixServer tool = open(TOOL, PmixHost.NONE); PmixServer launcher = open(LAUNCHER, PmixHost.NONE)) {
			var connected = ((ServerCore) tool.onLoop()).awaitTool(LAUNCHER, MINUTE);
			assertThat(tool.dump().join()).contains("waits for the tool launcher:0");

			launcher.onLoop().call(tool.uri(), "5.0.7").join();

			assertThat(Await.result(connected).proc()).isEqualTo(LAUNCHER);
			assertThat(tool.dump().join()).doesNotContain("waits for the tool");
		}
	}

	@Test
	void awaitTool_serverThatCloses_fails() throws Exception {
		PmixServer tool = open(TOOL, PmixHost.NONE);
		var connected = ((ServerCore) tool.onLoop()).awaitTool(LAUNCHER, MINUTE);

		tool.close();

		assertThatThrownBy(() -> Await.result(connected)).cause().hasMessage("the server is closed");
	}

	@Test
	void call_wrongAddress_fails() throws Exception {
		try (PmixServer launcher = open(LAUNCHER, PmixHost.NONE)) {
			assertThatThrownBy(() -> launcher.onLoop().call("tool;nowhere", "5.0.7").join()).cause()
					.hasMessageContaining("the address of the tool that started this launcher is malformed");
			assertThatThrownBy(() -> launcher.onLoop().call("tool.0;tcp4://127.0.0.1:1", "5.0.7").join()).cause()
					.hasMessageContaining("the tool that started this launcher does not answer");
		}
	}
}
