// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/**
 * Arguments, variables and paths of the command with each byte that they can hold, in two locales. Shells make the bytes, because Java can
 * neither name such files nor start a process with such arguments.
 */
class CommandBytesTest {
	/** All bytes but NUL; the last one is no line feed, which a shell would cut off. */
	private static final byte[] BYTES = bytes(IntStream.rangeClosed(1, 255));
	/** The same without the slash: a file name of 254 bytes. */
	private static final byte[] NAME = bytes(IntStream.rangeClosed(1, 255).filter(b -> b != '/'));

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@ValueSource(strings = { "C", "C.UTF-8" })
	void run_everyByteInArguments_arrivesUnchanged(String locale) {
		// a byte alone could be a separator of programs, and a shell would cut off a line feed
		String each = IntStream.rangeClosed(1, 255).mapToObj(b -> "\"$(printf '" + octal((byte) b, (byte) '_') + "')\"")
				.collect(Collectors.joining(" "));

		Outcome outcome = in(locale, "exec \"$@\" \"$(printf '" + octal(BYTES) + "')\" " + each, "-n", 1, "printf", "%s\\0");

		List<byte[]> expected = new ArrayList<>(List.of(BYTES));
		IntStream.rangeClosed(1, 255).forEach(b -> expected.add(new byte[] { (byte) b, '_' }));
		assertThat(strings(outcome)).usingElementComparator(Arrays::compare).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "C", "C.UTF-8" })
	void run_everyByteInVariables_arrivesUnchanged(String locale) {
		Outcome outcome = in(locale, "exec env VALUE=\"$(printf '" + octal(BYTES) + "')\" \"$@\"", "-x", "GIVEN=\u00e9", "-n", 1, "env", "-0");

		assertThat(strings(outcome)).usingElementComparator(Arrays::compare).contains(joined("VALUE=", BYTES),
				"GIVEN=\u00e9".getBytes(StandardCharsets.UTF_8));
	}

	@ParameterizedTest
	@ValueSource(strings = { "C", "C.UTF-8" })
	void run_everyByteInPaths_startsProgramInDirectory(String locale) {
		String made = "d=$(printf '" + octal(NAME) + "'); mkdir \"$d\"; trap 'rm -rf \"$d\"' EXIT; printf '#!/bin/sh\\nprintf \"%%s\\\\0\" "
				+ "\"$PWD\" \"$0\" \"$(readlink /proc/self/cwd)\"\\n' >\"$d/$d\"; chmod +x \"$d/$d\"; ";

		Outcome byPath = in(locale, made + "\"$@\" --wdir \"$d\" -n 1 \"./$d\"");
		Outcome here = in(locale, made + "(cd \"$d\" && \"$@\" -n 1 \"$d\")");

		byte[] directory = joined(pmix4j.directory() + "/", NAME);
		assertThat(strings(byPath)).usingElementComparator(Arrays::compare).containsExactly(directory, joined("./", NAME), directory);
		assertThat(strings(here)).usingElementComparator(Arrays::compare).startsWith(directory).endsWith(directory);
	}

	@ParameterizedTest
	@ValueSource(strings = { "C", "C.UTF-8" })
	void run_bytesInSearchPath_findsProgram(String locale) {
		Outcome outcome = in(locale, "d=$PWD/$(printf 'caf\\351-\\303\\251'); mkdir \"$d\"; trap 'rm -rf \"$d\"' EXIT; "
				+ "printf '#!/bin/sh\\necho found' >\"$d/tool\"; chmod +x \"$d/tool\"; PATH=\"$d:$PATH\" \"$@\" -n 1 tool");

		assertThat(outcome.text()).isEqualTo("found\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "C", "C.UTF-8" })
	void run_bytesInDirectoriesOfLauncher_areUsed(String locale) {
		String name = "caf\\351-\\303\\251";
		Outcome outcome = in(locale, "d=$(printf '" + name + "'); mkdir \"$d\"; trap 'rm -rf \"$d\"' EXIT; "
				+ "TMPDIR=$PWD/$d \"$@\" -n 1 --tmpdir \"$d\" --output-filename \"$d/out\" sh -c 'printf %s \"$PMIX_SERVER_TMPDIR\"' >/dev/null; "
				+ "cat \"$d\"/out/*/rank.0/stdout");

		String text = new String(outcome.output(), StandardCharsets.ISO_8859_1);
		assertThat(text).startsWith(pmix4j.directory() + "/caf\u00e9-\u00c3\u00a9/");
	}

	@ParameterizedTest
	@ValueSource(strings = { "C", "C.UTF-8" })
	void run_programWithOddNameIsMissing_messageEscapesIt(String locale) {
		Launcher launcher = launcher(locale, "exec \"$@\" \"$(printf 'no\\303\\251\\377')\"", "-n", 1);

		assertThat(launcher.finish().requireExit(127).errors()).contains("cannot run \"no" + (locale.equals("C") ? "\\xc3\\xa9" : "\u00e9")
				+ "\\xff\": found neither in PATH");
	}

	/** Runs a shell script in the temporary directory; its arguments are the command. */
	private Outcome in(String locale, String script, Object... arguments) {
		return launcher(locale, script, arguments).finish().requireExit(0);
	}

	private Launcher launcher(String locale, String script, Object... arguments) {
		return pmix4j.run(arguments).inside(List.of("sh", "-c", script, "sh")).with("LC_ALL", locale);
	}

	private static List<byte[]> strings(Outcome outcome) {
		List<byte[]> strings = new ArrayList<>();
		int start = 0;
		for (int i = 0; i < outcome.output().length; i++) {
			if (outcome.output()[i] == 0) {
				strings.add(Arrays.copyOfRange(outcome.output(), start, i));
				start = i + 1;
			}
		}
		return strings;
	}

	private static byte[] joined(String start, byte[] end) {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		all.writeBytes(start.getBytes(StandardCharsets.UTF_8));
		all.writeBytes(end);
		return all.toByteArray();
	}

	private static byte[] bytes(IntStream values) {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		values.forEach(all::write);
		return all.toByteArray();
	}

	private static String octal(byte... bytes) {
		StringBuilder text = new StringBuilder();
		for (byte b : bytes) {
			text.append(String.format("\\%03o", b & 0xff));
		}
		return text.toString();
	}
}
