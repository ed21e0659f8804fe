// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.interop.tests.RecordingHost.Manner;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;

/** Tests that calls of a C client reach the host, that any answer returns to the client, and that no answer does harm. */
class HostContractTest {
	private static final Proc RANK0 = ServedClient.RANK0;
	private static final Proc RANK1 = ServedClient.RANK1;
	/**
	 * Functions that cannot be reached: this server listens itself, these releases have no call for the next two, and the last is not in C.
	 */
	private static final Set<String> OUT_OF_REACH = Set.of("listen", "sessionControl", "resourceBlock", "supportedAttributes", "topology");

	/**
	 * Additional statuses after a failure of the host: the C client has a status of its own for a refused handler, does not wait for the
	 * reply, or treats any reply as success; and the server knows that processes are not connected, or that there is no group, if the host
	 * has refused them before.
	 */
	private static final Map<String, Set<Integer>> BESIDES = Map.of("registerEvents", Set.of(-10), "deregisterEvents", Set.of(0),
			"notifyEvent", Set.of(0), "abort", Set.of(0), "fabric", Set.of(0), "disconnect", Set.of(-158), "group", Set.of(-46, -20));

	@TempDir
	private Path folder;

	private ServedClient open(RecordingHost host) throws PmixException {
		return ServedClient.open(folder, host.proxy(), Infos.EMPTY);
	}

	private static List<String> runClient(ServedClient served, Path program) {
		return served.run(served.rank0(program)).stream().filter(line -> line.startsWith("call "))
				.map(line -> line.substring("call ".length())).toList();
	}

	private static boolean isExpected(String line, Manner manner) {
		String name = line.substring(0, line.indexOf(' '));
		int status = Integer.parseInt(line.substring(line.indexOf(' ') + 1));
		return status == manner.expected().code()
				|| !manner.expected().isSuccess() && BESIDES.getOrDefault(name, Set.of()).contains(status);
	}

	private static List<String> reached(RecordingHost host) {
		return host.names().stream().distinct().sorted().toList();
	}

	@Test
	void everyFunction_willingHost_isReachedWithItsArguments() throws PmixException {
		RecordingHost host = new RecordingHost(Manner.AT_ONCE);
		try (ServedClient served = open(host)) {
			runClient(served, Peers.c("pmix_allcalls"));
			served.run(new ProcessBuilder(Peers.c("pmix_tool").toString(), "--uri", served.server().uri()));
		}

		Set<String> wanted = new TreeSet<>(Arrays.stream(PmixHost.class.getMethods()).map(Method::getName).toList());
		wanted.removeAll(OUT_OF_REACH);
		assertThat(reached(host)).containsExactlyElementsOf(wanted);
		assertThat(host.arguments("clientConnected")).startsWith(RANK0, "object of rank 0");
		assertThat(host.arguments("clientFinalized")).containsExactly(RANK0, "object of rank 0");
		assertThat(host.arguments("abort")).containsExactly(RANK0, "object of rank 0", Status.of(42), "interop", List.of(RANK1));
		assertThat(host.arguments("fence")).startsWith(List.of(Proc.wildcard("job")));
		assertThat(host.arguments("directModex")).startsWith(RANK1);
		assertThat(host.arguments("unpublish")).startsWith(RANK0, List.of("interop.port"));
		assertThat(host.arguments("lookup")).startsWith(RANK0, List.of("interop.port"));
		assertThat(host.arguments("connect")).startsWith(List.of(Proc.wildcard("job")));
		assertThat(host.arguments("disconnect")).startsWith(List.of(Proc.wildcard("job")));
		assertThat(host.arguments("registerEvents")).startsWith(List.of(Status.of(-231)));
		assertThat(host.arguments("deregisterEvents")).containsExactly(List.of(Status.of(-231)));
		assertThat(host.arguments("notifyEvent")).startsWith(Status.of(-5000), RANK0);
		assertThat(host.arguments("pushInput")).startsWith(RANK0, List.of(RANK1));
		assertThat(host.arguments("pullOutput")).startsWith(List.of(new Proc("job", Rank.WILDCARD)));
		assertThat(host.arguments("group").subList(1, 3)).containsExactly("interop", List.of(RANK0, RANK1));
		for (String call : List.of("publish", "spawn", "query", "log", "allocate", "jobControl", "monitor", "getCredential",
				"validateCredential", "fabric")) {
			assertThat(host.arguments(call)).as(call).startsWith(RANK0);
		}
	}

	@Test
	void host_neverAnswers_serverServesOthersAndCloses() throws Exception {
		RecordingHost host = new RecordingHost(Manner.NEVER);
		try (ServedClient served = open(host)) {
			Process waiting = served.rank0(Peers.c("pmix_allcalls"))
					.redirectErrorStream(true).redirectOutput(folder.resolve("waiting").toFile()).start();
			try {
				assertThat(Await.result(host.silence())).isEqualTo("fence");
				served.run(new ProcessBuilder(Peers.c("pmix_tool").toString(), "--uri", served.server().uri()));
				assertThat(Await.result(served.server().dump())).contains("fence of job waits for the host");
			} finally {
				waiting.destroyForcibly().waitFor();
			}
		}
		assertThat(host.names()).contains("toolConnected");
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NEVER")
	void answers_ofEveryKind_reachClient(Manner manner) throws PmixException {
		requireAnswers(manner, Peers.c("pmix_allcalls"));
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NEVER")
	void answers_ofEveryKind_reachRelease5(Manner manner) throws PmixException {
		requireAnswers(manner, Peers.trixie("pmix_allcalls"));
	}

	private void requireAnswers(Manner manner, Path client) throws PmixException {
		RecordingHost host = new RecordingHost(manner);
		try (ServedClient served = open(host)) {
			assertThat(runClient(served, client)).isNotEmpty().allMatch(line -> isExpected(line, manner), "is what the host has said");
		}
		// last, except for the end of its pulls, which follows automatically
		assertThat(host.names()).contains("clientFinalized");
	}
}
