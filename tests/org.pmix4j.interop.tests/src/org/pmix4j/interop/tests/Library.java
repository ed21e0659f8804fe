// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.testkit.Peers;
import org.pmix4j.wire.pack.PackBuffer;

/** The helper functions of a release of libpmix, asked through the program pmix_utilities, and the answers expected from them. */
enum Library {
	/** The release of this machine. */
	V4_2,
	/** The release of the Debian 13 tree. */
	V5_0;

	/** The answer of a function that this release does not have. */
	private static final String NONE = "?";

	/** A question with the answer that the Java implementation gives. */
	record Question(String text, String expected) {
	}

	/** Asks all questions in one run, and checks the answers in order. Only release 4.2 may lack a function. */
	List<String> check(List<Question> questions, Path scratch) throws IOException {
		List<String> answers = ask(questions.stream().map(Question::text).toList(), scratch);
		for (int i = 0; i < questions.size(); i++) {
			if (this == V5_0 || !answers.get(i).equals(NONE)) {
				assertThat(answers.get(i)).as("%s, question %d: %s", this, i, questions.get(i).text()).isEqualTo(questions.get(i).expected());
			}
		}
		return answers;
	}

	/** Returns the answers of the library, a text for each question. */
	List<String> ask(List<String> questions, Path scratch) throws IOException {
		Path program = this == V4_2 ? Peers.c("pmix_utilities") : Peers.trixie("pmix_utilities");
		Path file = Files.write(scratch.resolve("questions"), questions, StandardCharsets.ISO_8859_1);
		ProcessBuilder builder = new ProcessBuilder(program.toString());
		builder.environment().put("TMPDIR", scratch.toString());
		Process process = builder.redirectInput(file.toFile()).redirectError(scratch.resolve("err").toFile()).start();
		List<String> answers = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1).lines()
				.map(Library::unescaped).toList();
		assertThat(answers.size()).as("answers of %s, which ended at the question %s", this,
				questions.get(Math.min(answers.size(), questions.size() - 1))).isEqualTo(questions.size());
		return answers;
	}

	/** Joins the words of a question. */
	static String question(Object... words) {
		List<String> all = new ArrayList<>();
		for (Object word : words) {
			all.add(escaped(ByteStrings.encode(word.toString())));
		}
		return String.join("\t", all);
	}

	/** Packs a pmix_value_t as the program expects it. */
	static String packed(PmixValue value) throws PmixException {
		return packedAs(new PmixValue.Boxed(value));
	}

	/** Packs a datum of the value's own type. */
	static String packedAs(PmixValue value) throws PmixException {
		return HexFormat.of().formatHex(PackBuffer.create().pack(value).unload().toByteArray());
	}

	private static String escaped(byte[] bytes) {
		StringBuilder text = new StringBuilder();
		for (byte b : bytes) {
			text.append(b > ' ' && b < 127 && b != '%' ? String.valueOf((char) b) : "%%%02x".formatted(b & 0xff));
		}
		return text.toString();
	}

	private static String unescaped(String answer) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		for (int i = 0; i < answer.length(); i++) {
			if (answer.charAt(i) == '%') {
				bytes.write(Integer.parseInt(answer.substring(i + 1, i + 3), 16));
				i += 2;
			} else {
				bytes.write(answer.charAt(i));
			}
		}
		return ByteStrings.decode(bytes.toByteArray());
	}
}
