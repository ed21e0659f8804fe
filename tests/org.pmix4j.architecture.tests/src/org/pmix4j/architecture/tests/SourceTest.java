// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

/** What every source file looks like. */
class SourceTest {
	private static final int LONGEST_FILE = 400;
	private static final int LONGEST_LINE = 140;
	private static final int TAB = 4;

	@Test
	void file_ofTheCore_isShort() {
		List<String> problems = new ArrayList<>();
		for (Path file : Checkout.coreSources()) {
			int lines = Checkout.lines(file).size();
			if (lines > LONGEST_FILE) {
				problems.add(Checkout.name(file) + " has " + lines + " lines; split it");
			}
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void file_ofTheRepository_beginsWithItsLicense() {
		assertThat(Checkout.allSources()).isNotEmpty().filteredOn(file -> Checkout.lines(file).isEmpty()
				|| !Checkout.lines(file).get(0).equals("// SPDX-License-Identifier: EPL-2.0")).isEmpty();
	}

	@Test
	void line_ofTheRepository_isIndentedWithTabsAndShort() {
		List<String> problems = new ArrayList<>();
		for (Path file : Checkout.allSources()) {
			List<String> lines = Checkout.lines(file);
			for (int i = 0; i < lines.size(); i++) {
				String line = lines.get(i);
				String place = Checkout.name(file) + ":" + (i + 1);
				if (line.replace("\t", " ".repeat(TAB)).length() > LONGEST_LINE) {
					problems.add(place + " is longer than " + LONGEST_LINE);
				}
				if (line.startsWith("  ")) {
					problems.add(place + " is indented with spaces");
				}
			}
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void package_ofTheCoreAndItsTests_isNullMarkedAndDescribed() {
		Set<Path> packages = Checkout.allSources().stream().filter(SourceTest::isInABundle).map(Path::getParent)
				.collect(Collectors.toCollection(TreeSet::new));
		List<String> problems = new ArrayList<>();
		for (Path folder : packages) {
			Path info = folder.resolve("package-info.java");
			if (!Files.exists(info)) {
				problems.add(Checkout.name(folder) + " has no package-info.java");
				continue;
			}
			String text = String.join("\n", Checkout.lines(info));
			if (!text.contains("@org.jspecify.annotations.NullMarked") && !text.contains("@NullMarked")) {
				problems.add(Checkout.name(info) + " is not @NullMarked");
			}
			if (!text.contains("/**")) {
				problems.add(Checkout.name(info) + " does not say what the package is for");
			}
		}
		assertThat(problems).isEmpty();
	}

	private static boolean isInABundle(Path file) {
		String name = Checkout.name(file);
		return name.startsWith("bundles/") || name.matches("tests/[^/]+/src/.*");
	}
}
