// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.interop.tests.RecordingHost;
import org.pmix4j.interop.tests.ServedClient;
import org.pmix4j.model.Infos;
import org.pmix4j.testkit.Peers;

/** Compares the bytes of requests with those of libpmix 4.2.2 and 5.0.7, for the same calls with the same arguments on the same server. */
class RequestBytesTest {
	private static final int REQUESTS = 35;

	@TempDir
	private Path folder;

	/** Recording of one client on a server of its own. */
	private interface Client {
		void run(ServedClient served, RecordingProxy proxy) throws Exception;
	}

	@ParameterizedTest
	@ValueSource(strings = { "4.2.2", "5.0.7" })
	void requests_ofTheSameCalls_areTheSameBytes(String release) throws Exception {
		Path program = release.equals("4.2.2") ? Peers.c("pmix_allcalls") : Peers.trixie("pmix_allcalls");
		Exchange java = record((served, proxy) -> {
			Map<String, String> environment = new HashMap<>(served.server().environment(ServedClient.RANK0));
			divert(environment, proxy);
			try (PmixClient client = PmixClient.open(ClientOptions.DEFAULT.withEnvironment(environment))) {
				SameCalls.make(client);
			}
		});
		Exchange library = record((served, proxy) -> {
			ProcessBuilder rank = served.rank0(program, "more");
			divert(rank.environment(), proxy);
			served.run(rank);
		});

		assertThat(library.payloads()).hasSizeGreaterThanOrEqualTo(REQUESTS);
		List<String> different = Stream.concat(java.payloads().keySet().stream(), library.payloads().keySet().stream()).distinct()
				.filter(name -> !Objects.equals(java.payloads().get(name), library.payloads().get(name))).toList();
		assertThat(different).as("differences with a reason in differences.tsv; all: %s", texts(different, java, library))
				.containsExactlyInAnyOrderElementsOf(explained(release));
	}

	private static List<String> texts(List<String> names, Exchange java, Exchange library) {
		return names.stream().map(name -> "\nC    " + library.meanings().get(name) + "\nJava " + java.meanings().get(name)).toList();
	}

	private Exchange record(Client client) throws Exception {
		RecordingHost host = new RecordingHost(RecordingHost.Manner.AT_ONCE);
		try (ServedClient served = ServedClient.open(folder, host.proxy(), Infos.EMPTY);
				RecordingProxy proxy = new RecordingProxy(served.server().uri())) {
			client.run(served, proxy);
			return Exchange.of(proxy.requests());
		}
	}

	private static void divert(Map<String, String> environment, RecordingProxy proxy) {
		environment.replaceAll((name, value) -> name.startsWith("PMIX_SERVER_URI") ? value.replaceFirst(":\\d+$", ":" + proxy.port()) : value);
	}

	private static Set<String> explained(String release) throws IOException {
		try (InputStream in = Objects.requireNonNull(RequestBytesTest.class.getResourceAsStream("differences.tsv"))) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"))
					.map(line -> line.split("\t")).filter(columns -> List.of(columns[0].split(",")).contains(release))
					.map(columns -> columns[1]).collect(Collectors.toSet());
		}
	}
}
