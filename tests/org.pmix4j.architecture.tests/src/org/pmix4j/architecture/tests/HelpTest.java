// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Checks that references in the Eclipse help are valid, and that every page and picture is referenced. */
class HelpTest {
	private static final Path DOC = Checkout.ROOT.resolve("bundles/org.pmix4e.doc");
	private static final Path UI = Checkout.ROOT.resolve("bundles/org.pmix4e.ui");
	private static final Pattern CONTEXT = Pattern.compile("String HELP_\\w+ = \"org\\.pmix4e\\.ui\\.(\\w+)\"");
	private static final Pattern TAB = Pattern.compile("\\btab (?:<b>)?([A-Z]\\w+(?: and [A-Z]\\w+)?)");
	private static final Pattern MARK = Pattern.compile("([A-Z]+)\\(\"([A-Z])\"");
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
	void commands_ofTheCheatSheets_exist() throws IOException {
		Set<String> ours = new TreeSet<>(Xml.attributes(UI.resolve("plugin.xml"), "command", "id"));
		try (Stream<Path> sheets = Files.list(DOC.resolve("cheatsheets"))) {
			assertThat(sheets).hasSize(2).allSatisfy(sheet -> assertThat(Xml.attributes(sheet, "command", "serialization")).isNotEmpty()
					.allMatch(command -> command.startsWith("org.eclipse.") || ours.contains(command)));
		}
	}

	@Test
	void fields_ofTheLaunchConfiguration_areDescribed() throws IOException {
		String help = text(DOC.resolve("help/configuration.html")) + text(DOC.resolve("help/where.html"));
		assertThat(messages("main|where|placement|output|pmix")).isNotEmpty()
				.allSatisfy((key, label) -> assertThat(help).as(key).contains(label));
	}

	@Test
	void fields_ofThePreferences_areDescribed() throws IOException {
		String help = text(DOC.resolve("help/preferences.html"));
		assertThat(messages("preferences")).isNotEmpty().allSatisfy((key, label) -> assertThat(help).as(key).contains(label));
	}

	@Test
	void tabs_thatTheHelpNames_exist() throws IOException {
		Properties messages = messages();
		Set<String> tabs = messages.stringPropertyNames().stream().filter(key -> key.matches("[a-z]+_name"))
				.map(key -> messages.getProperty(key).replace("&", "")).collect(Collectors.toCollection(TreeSet::new));
		assertThat(tabs).contains("Where");
		tabs.addAll(List.of("Environment", "Common", "Table")); // of the platform, and of views
		for (Path page : pages()) {
			assertThat(TAB.matcher(Files.readString(page)).results().map(found -> found.group(1))).as(Checkout.name(page)).isSubsetOf(tabs);
		}
	}

	@Test
	void marks_ofTheProcessMap_areExplained() throws IOException {
		String marks = Files.readString(UI.resolve("src/org/pmix4e/ui/internal/map/StateMark.java"));
		String help = Files.readString(DOC.resolve("help/map.html"));
		Properties messages = messages();
		assertThat(MARK.matcher(marks).results()).hasSizeGreaterThan(5).allSatisfy(mark -> assertThat(help).contains("<tr><th>" + mark.group(2)
				+ "</th><td>" + messages.getProperty("state_" + mark.group(1).toLowerCase(Locale.ROOT))));
	}

	/** Returns how the labels of fields begin, by their keys. */
	private static Map<String, String> messages(String prefixes) throws IOException {
		Properties messages = messages();
		Pattern field = Pattern.compile("(" + prefixes + ")_(?!tag[A-Z])\\w+(?<!Message)");
		return messages.stringPropertyNames().stream().filter(key -> field.matcher(key).matches() && messages.getProperty(key).endsWith(":"))
				.collect(Collectors.toMap(key -> key, key -> messages.getProperty(key).replace("&", "").replaceFirst("(,| \\(|:$).*", "")));
	}

	private static Properties messages() throws IOException {
		Properties messages = new Properties();
		try (InputStream in = Files.newInputStream(UI.resolve("src/org/pmix4e/ui/internal/messages.properties"))) {
			messages.load(in);
		}
		return messages;
	}

	private static String text(Path page) throws IOException {
		return Files.readString(page).replaceAll("<[^>]*>", "").replaceAll("\\s+", " ");
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
