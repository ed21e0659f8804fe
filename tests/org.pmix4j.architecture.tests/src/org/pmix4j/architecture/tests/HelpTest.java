// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Checks that references in the Eclipse help are valid, and that every page and picture is referenced. */
class HelpTest {
	private static final Path DOC = Checkout.ROOT.resolve("bundles/org.pmix4e.doc");
	private static final Path UI = Checkout.ROOT.resolve("bundles/org.pmix4e.ui");
	private static final Pattern CONTEXT = Pattern.compile("String HELP_\\w+ = \"org\\.pmix4e\\.ui\\.(\\w+)\"");
	private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]+)\"");

	@Test
	void contexts_ofTheUserInterface_areThoseOfTheHelp() throws IOException {
		Set<String> used = new TreeSet<>();
		Matcher matcher = CONTEXT.matcher(Files.readString(UI.resolve("src/org/pmix4e/ui/internal/PmixUi.java")));
		while (matcher.find()) {
			used.add(matcher.group(1));
		}
		assertThat(used).isNotEmpty().isEqualTo(Xml.attributes(DOC.resolve("contexts.xml"), "context", "id"));
	}

	@Test
	void links_ofTheHelp_haveTargets() throws IOException {
		List<String> broken = new ArrayList<>();
		for (Path page : pages()) {
			for (String link : links(page)) {
				if (!leads(page, link)) {
					broken.add(Checkout.name(page) + ": " + link);
				}
			}
		}
		assertThat(broken).isEmpty();
	}

	@Test
	void pagesAndPictures_ofTheHelp_areAllLinked() throws IOException {
		Set<Path> linked = new TreeSet<>();
		for (Path page : pages()) {
			links(page).forEach(link -> linked.add(target(page, link)));
		}
		try (Stream<Path> files = Files.walk(DOC.resolve("help"))) {
			assertThat(files.filter(Files::isRegularFile)).isSubsetOf(linked);
		}
	}

	@Test
	void commands_ofTheCheatSheet_exist() {
		Set<String> ours = new TreeSet<>(Xml.attributes(UI.resolve("plugin.xml"), "command", "id"));
		Set<String> used = Xml.attributes(DOC.resolve("cheatsheets/first-job.xml"), "command", "serialization");
		assertThat(used).isNotEmpty().allMatch(command -> command.startsWith("org.eclipse.") || ours.contains(command));
	}

	private static List<Path> pages() throws IOException {
		try (Stream<Path> files = Files.walk(DOC.resolve("help"))) {
			return Stream.concat(Stream.of(DOC.resolve("toc.xml"), DOC.resolve("contexts.xml")),
					files.filter(file -> file.toString().endsWith(".html")).sorted()).toList();
		}
	}

	private static List<String> links(Path page) throws IOException {
		return LINK.matcher(Files.readString(page).replace("topic=\"help", "href=\"help")).results().map(result -> result.group(1)).toList();
	}

	private static Path target(Path page, String link) {
		return page.resolveSibling(link.replaceFirst("#.*", "")).normalize();
	}

	private static boolean leads(Path page, String link) throws IOException {
		Path target = target(page, link);
		int anchor = link.indexOf('#');
		return Files.isRegularFile(target)
				&& (anchor < 0 || Files.readString(target).contains("id=\"" + link.substring(anchor + 1) + '"'));
	}
}
