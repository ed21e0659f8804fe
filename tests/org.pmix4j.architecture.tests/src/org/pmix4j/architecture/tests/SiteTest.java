// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the pages that releng/release.sh makes of the documents: what they link to is among them. */
class SiteTest {
	@TempDir
	Path folder;

	private Process site(Path site) throws Exception {
		String libraries = Stream.of(Parser.class, TablesExtension.class).map(SiteTest::jar).collect(Collectors.joining(File.pathSeparator));
		List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp", libraries,
				Checkout.ROOT.resolve("releng/release/Site.java").toString(), Checkout.ROOT.toString(), site.toString(), "1.2.3");
		return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
	}

	private static String jar(Class<?> type) {
		return new File(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
	}

	@Test
	void documents_arePagesWhoseLinksHaveTargets() throws Exception {
		Path site = folder.resolve("site");

		int code = site(site).waitFor();

		assertThat(code).as(Files.readString(folder.resolve("log"))).isZero();
		assertThat(Files.readString(site.resolve("docs/user-guide.html"))).contains("<h2 id=\"debugging\">Debugging</h2>",
				"<table tabindex=\"0\">", "<a href=\"../project/SECURITY.html", "1.2.3");
		assertThat(Files.readString(site.resolve("index.html"))).contains("<a href=\"docs/user-guide.html#eclipse\">");
		assertThat(Checkout.ROOT.resolve("releng/benchmarks/run/figures.svg"))
				.hasSameBinaryContentAs(site.resolve("releng/benchmarks/run/figures.svg"));
	}

	/** Pages that another tool has put there, such as Javadoc, are checked, too. */
	@Test
	void links_thatLeadNowhere_areReported() throws Exception {
		Path site = folder.resolve("site");
		Files.createDirectories(site.resolve("api"));
		Files.writeString(site.resolve("api/index.html"), """
				<a href="gone.html">a</a> <a href="../index.html#nowhere">b</a> <a id="c" href="#c">c</a>
				""");

		int code = site(site).waitFor();

		assertThat(code).isOne();
		assertThat(Files.readAllLines(folder.resolve("log"))).containsExactly("api/index.html links to gone.html, which is no file",
				"api/index.html links to ../index.html#nowhere, which has no such place");
		assertThat(Files.readString(site.resolve("docs/README.html"))).contains("<a href=\"../api/index.html\">Javadoc</a>");
	}
}
