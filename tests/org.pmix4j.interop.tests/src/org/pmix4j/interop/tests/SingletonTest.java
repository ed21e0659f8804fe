// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.client.names.PublishOptions;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;

/** Tests processes that no launcher has started, beside C programs. */
class SingletonTest {

	/** A call whose status counts. */
	private interface Call {
		void run() throws PmixException;
	}

	private final List<String> results = new ArrayList<>();

	@TempDir
	private Path folder;

	private static PmixClient open() throws PmixException {
		return PmixClient.open(ClientOptions.DEFAULT.withEnvironment(Map.of()));
	}

	private void result(String name, Call call) {
		try {
			call.run();
			results.add(name + " 0");
		} catch (PmixException failed) {
			results.add(name + " " + failed.status().code());
		}
	}

	private void get(String name, GetResult<PmixValue> got) {
		String value = got.value().map(found -> " " + switch (found) {
			case PmixValue.Str text -> text.value();
			case PmixValue.UInt32 number -> String.valueOf(number.value());
			default -> found.toString();
		}).orElse("");
		results.add(name + " " + got.status().code() + value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "4.2", "5.0" })
	void calls_withoutServer_returnTheSameAsInC(String release) throws IOException, PmixException, InterruptedException {
		try (PmixClient client = open()) {
			Proc self = client.proc();
			Proc job = Proc.wildcard(self.nspace());
			results.add("name " + self.nspace().substring(0, "singleton".length()) + " " + self.rank());
			get("job size", client.get(job, JobAttributes.JOB_SIZE.key()));
			get("unknown", client.get(job, "pmix.unknown"));
			client.put(Scope.GLOBAL, "put.key", new PmixValue.Str("value"));
			get("before commit", client.get(self, "put.key"));
			result("commit", client::commit);
			result("fence", () -> client.fence(FenceOptions.DEFAULT));
			get("after fence", client.get(self, "put.key"));
			get("rank 1", client.get(Proc.of(self.nspace(), 1), "put.key"));
			get("no such key", client.get(self, "put.other"));
			Infos data = Infos.of(Info.of("published.key", new PmixValue.Str("text")));
			result("publish", () -> client.names().publish(data, PublishOptions.DEFAULT));
			result("lookup", () -> client.names().lookup(List.of("published.key"), LookupOptions.DEFAULT));
			result("unpublish", () -> client.names().unpublish(List.of(), RequestOptions.DEFAULT));
			result("connect", () -> client.processes().connect(List.of(job), RequestOptions.DEFAULT));
		}

		Path program = release.equals("5.0") ? Peers.trixie("pmix_singleton") : Peers.c("pmix_singleton");
		assertThat(results).containsExactlyElementsOf(runC(program));
	}

	private List<String> runC(Path program) throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(program.toString()).redirectError(folder.resolve("errors").toFile());
		builder.environment().keySet().removeIf(name -> name.startsWith("PMIX_"));
		builder.environment().put("TMPDIR", folder.toString());
		Process process = builder.start();
		return Await.output(process).lines().toList();
	}

	@Test
	void open_withoutLauncher_isAJobOfOneProcess() throws PmixException {
		try (PmixClient client = open()) {
			assertThat(client.isSingleton()).isTrue();
			assertThat(client.proc().nspace()).matches("singleton\\..+\\." + ProcessHandle.current().pid());
			assertThat(client.jobInfo(JobAttributes.JOB_SIZE).orElseThrow()).isEqualTo(1);
		}
	}

	@Test
	void open_twice_sharesTheValuesUntilBothAreClosed() throws PmixException {
		try (PmixClient first = open(); PmixClient second = open()) {
			first.put(Scope.LOCAL, "put.shared", new PmixValue.Str("value"));

			assertThat(second.get(second.proc(), "put.shared").status()).isEqualTo(Status.SUCCESS);
		}
		try (PmixClient later = open()) {
			assertThat(later.get(later.proc(), "put.shared").status()).isEqualTo(Status.ERR_NOT_FOUND);
		}
	}
}
