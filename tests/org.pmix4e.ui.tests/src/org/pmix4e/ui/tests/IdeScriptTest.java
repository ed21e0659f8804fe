// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;

/** Tests pmix4j ide, which starts the workbench. */
class IdeScriptTest {
	@Test
	void help_withoutDisplay_isShown() throws Exception {
		Process script = start("--help");
		String text = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		Await.exit(script);
		assertThat(text).startsWith("Usage: ./pmix4j ide").contains("xvfb-run");
		assertThat(script.exitValue()).isZero();
	}

	@Test
	void start_withoutDisplay_reportsItAndBuildsNothing() throws Exception {
		Process script = start();
		Await.exit(script);
		assertThat(new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).contains("there is no display", "xvfb-run")
				.doesNotContain("building");
		assertThat(script.exitValue()).isEqualTo(1);
	}

	@Test
	void helpIndex_thatWasNotFinished_isRemoved(@TempDir Path folder) throws Exception {
		Path indexes = folder.resolve("configuration/org.eclipse.help.base/index");
		Path broken = Files.createDirectories(indexes.resolve("en_US"));
		Files.createFile(broken.resolve("write.lock"));
		Path cut = Files.createDirectories(indexes.resolve("de_DE"));
		Files.writeString(cut.resolve("indexed_dependencies"), "lucene=\n");
		Path whole = Files.createDirectories(indexes.resolve("fr_FR"));
		Files.writeString(whole.resolve("indexed_dependencies"), "#comment\nlucene=10.3.2\n");

		assertThat(sourced("workbench.sh", "remove_broken_help_index '" + folder + "'", "")).isEmpty();
		assertThat(broken).doesNotExist();
		assertThat(cut).doesNotExist();
		assertThat(whole).exists();
	}

	@Test
	void helpIndex_thatIsBeingMade_isKept(@TempDir Path folder) throws Exception {
		Path index = Files.createDirectories(folder.resolve("configuration/org.eclipse.help.base/index/en_US"));
		try (OutputStream lock = Files.newOutputStream(index.resolve("write.lock"))) {
			assertThat(sourced("workbench.sh", "remove_broken_help_index '" + folder + "'", "")).isEmpty();
			assertThat(index).exists();
			lock.write(0);
		}
	}

	@Test
	void build_ofWorkbench_reportsEachPart() throws Exception {
		String log = """
				[INFO] Scanning for projects...
				[INFO] Building PMIx4J 0.1.0-SNAPSHOT                                    [1/30]
				[INFO] Building [target] PMIx4J 0.1.0-SNAPSHOT                           [2/30]
				[INFO] Building [bundle] PMIx4J Wire Protocol 0.1.0-SNAPSHOT             [3/30]
				[INFO] Building jar: /tmp/org.pmix4j.wire-0.1.0-SNAPSHOT.jar
				""";
		assertThat(sourced("ide.sh", "ide_progress", log)).isEqualTo("""
				pmix4j: 1/30 PMIx4J
				pmix4j: 2/30 PMIx4J
				pmix4j: 3/30 PMIx4J Wire Protocol
				""");
	}

	/** Runs a function of a script with some input, and returns its output. */
	private static String sourced(String script, String call, String input) throws Exception {
		String root = Checkout.root().toString();
		Process shell = new ProcessBuilder("sh", "-c", "root='" + root + "' shell=$root/releng/shell; . \"$shell/" + script + "\"; " + call)
				.redirectErrorStream(true).start();
		try (OutputStream in = shell.getOutputStream()) {
			in.write(input.getBytes(StandardCharsets.UTF_8));
		}
		String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		Await.exit(shell);
		return output;
	}

	private static Process start(String... arguments) throws IOException {
		List<String> command = new ArrayList<>(List.of(Checkout.root().resolve("pmix4j").toString(), "ide"));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().keySet().removeAll(Set.of("DISPLAY", "WAYLAND_DISPLAY"));
		Process script = builder.start();
		script.getOutputStream().close();
		return script;
	}
}
