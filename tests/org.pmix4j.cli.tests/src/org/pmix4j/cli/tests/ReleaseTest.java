// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Peers;

/**
 * Tests the archive of a release that needs a JDK: two builds in different folders are equal, and the result runs without the checkout.
 * {@code releng/release.sh --twice} does so with all results.
 */
class ReleaseTest {
	/** A build takes a minute of processor time, and more with the trial of its package. */
	private static final Duration BUILD_LIMIT = Duration.ofMinutes(10);
	/** Makes a checkout of its own from the files of this one, with the libraries that it has fetched, and builds the archive there. */
	private static final String BUILD = """
			set -eu
			cd "$1"
			./pmix4j --version
			mkdir -p "$2/target/pmix4j"
			tar -c --exclude=target .gitignore pmix4j bundles examples releng docs README.md CHANGELOG.md LICENSE | tar -x -C "$2"
			cp -R target/pmix4j/lib-* "$2/target/pmix4j/"
			cd "$2"
			export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_DATE='1780000000 +0000' GIT_COMMITTER_DATE='1780000000 +0000'
			git init -q
			git add .
			git -c user.name=test -c user.email=test@localhost commit -q -m test
			releng/release.sh --java-only $3
			cd target/release
			sha256sum -c SHA256SUMS
			""";

	@TempDir
	static Path folder;
	private static Path one = Path.of("");
	private static Path other = Path.of("");

	@BeforeAll
	static void buildTwice() throws Exception {
		Peers.installed("git");
		Peers.installed("help2man");
		one = build(folder.resolve("one"), "");
		other = build(folder.resolve("a folder/other"), "--untried");
	}

	private static Path build(Path checkout, String option) throws Exception {
		ProcessBuilder command = new ProcessBuilder("sh", "-c", BUILD, "sh", Checkout.root().toString(), checkout.toString(), option);
		// the executable is the other archive
		command.environment().put("PMIX4J_FORM", "jvm");
		command.environment().put("HOME", System.getProperty("user.home"));
		finish(command);
		return checkout.resolve("target/release");
	}

	private static Path result(Path release, String pattern) throws IOException {
		try (DirectoryStream<Path> results = Files.newDirectoryStream(release, pattern)) {
			return results.iterator().next();
		}
	}

	private static String run(String script, Object... arguments) throws Exception {
		List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
		List.of(arguments).forEach(argument -> command.add(argument.toString()));
		return finish(new ProcessBuilder(command));
	}

	/** Runs a command, which must succeed. Returns its output. */
	private static String finish(ProcessBuilder command) throws Exception {
		Process process = command.redirectErrorStream(true).start();
		String output = Await.output(BUILD_LIMIT, process);
		assertThat(process.exitValue()).as(output).isZero();
		return output;
	}

	@ParameterizedTest
	@ValueSource(strings = { "*-java.tar.gz", "*.deb", "SHA256SUMS" })
	void results_builtInDifferentFolders_areEqual(String pattern) throws Exception {
		assertThat(Files.mismatch(result(one, pattern), result(other, pattern))).as("first byte that differs").isEqualTo(-1);
	}

	/** releng/release.sh has installed it in Debian 13, run a job there as another user, and removed it. */
	@Test
	void package_hasProgramInThePath() throws Exception {
		String content = run("dpkg-deb --contents \"$1\"", result(one, "*.deb"));

		assertThat(content).contains(" ./usr/bin/pmix4j -> ../lib/pmix4j/bin/pmix4j\n", " ./usr/share/man/man1/pmix4j-run.1.gz\n",
				" ./usr/share/bash-completion/completions/pmix4j\n", " ./usr/share/doc/pmix4j-java/copyright\n")
				.doesNotContain(" ./usr/bin/mpiexec");
	}

	@Test
	void archive_hasProgramsManualPagesAndCompletions() throws Exception {
		List<String> names = run("tar -tzf \"$1\" | sed 's,^[^/]*/,,'", result(one, "*-java.tar.gz")).lines().toList();

		assertThat(names).contains("bin/pmix4j", "bin/mpiexec", "share/man/man1/pmix4j.1.gz", "share/man/man1/pmix4j-run.1.gz",
				"share/bash-completion/completions/pmix4j", "share/zsh/site-functions/_pmix4j",
				"share/fish/vendor_completions.d/pmix4j.fish", "share/doc/pmix4j/LICENSE", "share/doc/pmix4j/NOTICES.md",
				"share/doc/pmix4j/licenses/Apache-2.0", "share/doc/pmix4j/licenses/LGPL-2.1", "examples/ring");
		assertThat(names).noneMatch(name -> name.contains("target/") || name.contains("bundles/"));
	}

	/** Its first call prepares the start in the user's cache. */
	@Test
	void archive_elsewhere_runsExampleInJava(@TempDir Path elsewhere) throws Exception {
		String output = run("""
				tar -xzf "$1" -C "$2" && chmod -R a-w "$2"/pmix4j-* && cd / &&
				XDG_CACHE_HOME=$2/cache "$2"/pmix4j-*/bin/pmix4j run -n 2 "$2"/pmix4j-*/examples/ring 2>"$2/errors" || cat "$2/errors"
				chmod -R u+w "$2"
				""", result(one, "*-java.tar.gz"), elsewhere);

		assertThat(output.lines()).containsExactlyInAnyOrder("rank 0 of 2 got token 100 from rank 1", "rank 1 of 2 got token 0 from rank 0");
	}
}
