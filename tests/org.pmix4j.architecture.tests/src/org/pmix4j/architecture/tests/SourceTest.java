// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

/** Checks the form of every source file. */
class SourceTest {
	/** A file with more lines must say why. */
	private static final int LONGEST_FILE = 400;
	private static final int LONGEST_LINE = 140;
	/** The line above a class that says why its file is long, in at least four words. */
	private static final Pattern REASON = Pattern.compile("// Long because( \\S+){4,}");
	/** The beginning of the line that declares a type. */
	private static final Pattern TYPE = Pattern.compile("(?:[a-z-]+ )*(?:class|interface|record|enum|@interface) ");

	@Test
	void file_ofABundleThatIsLong_givesItsReason() {
		List<String> problems = new ArrayList<>();
		for (Path file : Checkout.bundleSources()) {
			List<String> lines = Checkout.lines(file);
			if (isLongWithoutReason(lines)) {
				problems.add(Checkout.name(file) + " has " + lines.size() + " lines; has its class more than one job? If not, write a line"
						+ " '// Long because ...' above the class comment");
			}
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void reason_ofALongFile_isALineAboveTheClass() {
		String reason = "// Long because one switch handles all commands.";
		assertThat(isLongWithoutReason(file(LONGEST_FILE, "", "class A {"))).isFalse();
		assertThat(isLongWithoutReason(file(LONGEST_FILE + 1, "", "class A {"))).isTrue();
		assertThat(isLongWithoutReason(file(LONGEST_FILE + 1, reason, "/** Handles commands. */", "public final class A {"))).isFalse();
		assertThat(isLongWithoutReason(file(LONGEST_FILE + 1, reason, "@Deprecated", "public sealed interface A permits B {"))).isFalse();
		assertThat(isLongWithoutReason(file(LONGEST_FILE + 1, "// Long because it is.", "class A {"))).as("no reason").isTrue();
		assertThat(isLongWithoutReason(file(LONGEST_FILE + 1, "class A {", reason))).as("below the class").isTrue();
	}

	/** Returns a file of some length that begins with the given lines. */
	private static List<String> file(int length, String... beginning) {
		List<String> lines = new ArrayList<>(List.of(beginning));
		while (lines.size() < length) {
			lines.add("");
		}
		return lines;
	}

	private static boolean isLongWithoutReason(List<String> lines) {
		return lines.size() > LONGEST_FILE
				&& lines.stream().takeWhile(line -> !TYPE.matcher(line).lookingAt()).noneMatch(line -> REASON.matcher(line).matches());
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
				if (line.length() > LONGEST_LINE) {
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
