// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.gets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.PmixClient;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;
import org.pmix4j.wire.pack.PackBuffer;

/** Compares gets of the Java client with those of libpmix 5.0, key by key, on equal servers. */
class GetComparisonTest {
	private static final int LIMIT_SECONDS = 300;

	@TempDir
	private Path folder;

	@Test
	void get_keysByDirectivesBySubjects_isAsInLibpmix5() throws IOException, PmixException, InterruptedException {
		List<Question> questions = Question.all();
		List<String> wanted = askC(questions);
		List<String> found = askJava(questions);

		Differences differences = Differences.read("differences-5.0.7.tsv");
		for (int i = 0; i < questions.size(); i++) {
			if (!wanted.get(i).equals(found.get(i))) {
				differences.add(questions.get(i), wanted.get(i), found.get(i));
			}
		}
		assertThat(differences.surprises()).isEmpty();
	}

	private List<String> askC(List<Question> questions) throws IOException, PmixException, InterruptedException {
		Path list = Files.write(folder.resolve("list"), questions.stream().map(Question::line).toList());
		Path output = folder.resolve("output");
		Path errors = folder.resolve("errors");
		try (TwoNodes nodes = new TwoNodes(Files.createDirectory(folder.resolve("c")))) {
			ProcessBuilder builder = new ProcessBuilder(Peers.trixie("pmix_gets").toString(), list.toString());
			builder.environment().putAll(nodes.environment(0));
			builder.environment().put("TMPDIR", folder.toString());
			Process process = builder.redirectOutput(output.toFile()).redirectError(errors.toFile()).start();
			if (!Await.ends(process)) {
				process.destroyForcibly();
			}
		}
		List<String> lines = Files.readAllLines(output);
		Question last = questions.get(Math.min(lines.size(), questions.size() - 1));
		assertThat(lines.size()).as("%s\nends at %s", Files.readString(errors), last).isEqualTo(questions.size() + 1);
		assertThat(lines.getLast()).startsWith("pmix_gets 0/4 ok");
		return lines.stream().limit(questions.size()).map(line -> line.substring(line.indexOf(' ') + 1)).toList();
	}

	private List<String> askJava(List<Question> questions) throws IOException, PmixException {
		List<String> results = new ArrayList<>();
		try (TwoNodes nodes = new TwoNodes(Files.createDirectory(folder.resolve("java")));
				PmixClient client = PmixClient.open(ClientOptions.DEFAULT.withEnvironment(nodes.environment(0))
						.withRequestLimit(Duration.ofSeconds(LIMIT_SECONDS)))) {
			TwoNodes.put(client);
			client.commit();
			for (Question question : questions) {
				results.add(ask(client, question));
			}
		}
		return results;
	}

	private static String ask(PmixClient client, Question question) throws PmixException {
		try {
			GetResult<PmixValue> result = client.get(question.proc(), question.key(), question.options());
			return result.status().code() + (result.value().isPresent() ? shown(result.value().get()) : "");
		} catch (PmixException failed) {
			return String.valueOf(failed.status().code());
		}
	}

	private static String shown(PmixValue value) throws PmixException {
		return " " + value.type().code() + " " + switch (value) {
			case PmixValue.Str text -> text.value();
			case PmixValue.UInt16 number -> String.valueOf(Short.toUnsignedInt(number.value()));
			case PmixValue.UInt32 number -> Integer.toUnsignedString(number.value());
			case Rank rank -> Integer.toUnsignedString(rank.value());
			default -> HexFormat.of().formatHex(PackBuffer.create().pack(new PmixValue.Boxed(value)).unload().toByteArray());
		};
	}
}
