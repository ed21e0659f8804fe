// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.InitAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.OwnStreams;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ProcessTable;

/** Tests attributes of PMIx_server_init that affect clients of the C library. */
class ServerAttributesTest {
	/** Supports the system log only. */
	private static final PmixHost SYSLOG = new PmixHost() {
		@Override
		public CompletionStage<Void> log(Proc requester, Infos data, Infos directives) {
			boolean known = data.contains(LogAttributes.LOG_SYSLOG) || data.size() > 1;
			return known ? CompletableFuture.completedFuture(null) : PmixHost.super.log(requester, data, directives);
		}
	};

	private final Path folder;

	ServerAttributesTest(@TempDir Path folder) {
		this.folder = folder;
	}

	private PmixServer open(Info attribute, PmixHost host) throws Exception {
		return PmixServer.open(ServerOptions.from(
				Infos.of(attribute).with(ServerAttributes.SERVER_TMPDIR, folder.toString())
						.with(ServerAttributes.SYSTEM_TMPDIR, folder.toString()), Map.of()), host);
	}

	private static String run(String peer, Map<String, String> environment) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(Peers.c(peer).toString()).redirectErrorStream(true);
		builder.environment().putAll(environment);
		return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}

	@Test
	void singleton_unregistered_isAccepted() throws Exception {
		try (PmixServer server = open(Info.of(InitAttributes.SINGLETON, "alone.0"), PmixHost.NONE)) {
			assertThat(run("pmix_fence", server.environment(Proc.of("alone", 0)))).contains("pmix_fence 0/1 ok");
		}
	}

	@Test
	void gateway_logsToItsOwnOutput() throws Exception {
		String said = OwnStreams.said(() -> {
			try (PmixServer server = open(Info.of(ServerAttributes.SERVER_GATEWAY, true), SYSLOG)) {
				Proc rank = Proc.of("job", 0);
				server.registerNamespace("job", 1, Infos.EMPTY.with(JobAttributes.JOB_SIZE, 1)).get();
				int uid = ProcessTable.ownUid();
				server.registerClient(rank, uid, uid, "rank 0").get();
				assertThat(run("pmix_log", server.environment(rank))).contains("pmix_log 0/1 ok");
			}
		});

		assertThat(said).contains("out:logged by 0\n", "err:complaint of 0\n", "out:tagged\n").doesNotContain("only once");
	}
}
