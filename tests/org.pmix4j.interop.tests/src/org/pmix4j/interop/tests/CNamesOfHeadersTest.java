// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Peers;

/** Compares the page of C names with the headers of libpmix. */
class CNamesOfHeadersTest {
	private static final Pattern FUNCTION = Pattern.compile("\\b(PMIx_\\w+)\\s*\\(");
	private static final Pattern MACRO = Pattern.compile("(?m)^#define (PMIX_\\w+)\\(");

	@TempDir
	private Path directory;

	@Test
	void page_hasEachFunctionAndMacroOfLibpmix4() throws IOException {
		requireRows(List.of(Peers.installed("pmixcc").toString()));
	}

	@Test
	void page_hasEachFunctionAndMacroOfLibpmix5() throws IOException {
		requireRows(Peers.trixie(List.of("pmixcc")));
	}

	private void requireRows(List<String> compiler) throws IOException {
		String headers = headers(compiler);
		Set<String> names = new TreeSet<>();
		for (Pattern pattern : List.of(FUNCTION, MACRO)) {
			for (Matcher name = pattern.matcher(headers); name.find();) {
				names.add(name.group(1));
			}
		}
		String page = Files.readString(Checkout.root().resolve("bundles/org.pmix4j.client/docs/c-names.md"));

		assertThat(names).hasSizeGreaterThan(300).allSatisfy(name -> assertThat(page).contains("| `" + name + "` | "));
	}

	/** Returns the declarations and macros of all headers. */
	private String headers(List<String> compiler) throws IOException {
		Path all = Files.writeString(directory.resolve("all.c"),
				"#include <pmix.h>\n#include <pmix_server.h>\n#include <pmix_tool.h>\n");
		List<String> command = new ArrayList<>(compiler);
		command.addAll(List.of("-E", "-dD", all.toString()));
		Process preprocessor = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		return new String(preprocessor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}
}
