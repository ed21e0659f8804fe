// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.MarkdownPage;

/** Checks the documents: their links and anchors lead somewhere, and the classes, tests, files and modules that they name exist. */
class DocumentsTest {
	private static final int LONGEST_README = 7 << 10;
	private static final int FIRST_LINES = 10;
	private static final Path README = Checkout.ROOT.resolve("README.md");
	private static final Path INDEX = Checkout.ROOT.resolve("docs/README.md");
	/** Documents that follow the code class by class. */
	private static final List<Path> OF_CLASSES = Stream.of("docs/architecture.md", "docs/engines.md", "docs/embedding.md", "docs/glossary.md")
			.map(Checkout.ROOT::resolve).toList();
	private static final Set<String> OF_THE_JDK = Set.of("AutoCloseable");
	private static final Pattern ABROAD = Pattern.compile("(https?|mailto):.*");
	/** A class, perhaps with a member: at least two letters and one in lower case, so that no constant of an enum is meant. */
	private static final Pattern CLASS = Pattern.compile("([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(\\.\\w+\\*?)*(\\(\\))?");
	private static final Pattern FILE = Pattern
			.compile("(?:\\./)?((?:releng|examples|tests|bundles|features|docs)/[\\w./-]*\\w|verify|mvnw|pmix4j)");
	private static final Pattern MODULE = Pattern.compile("-pl :([\\w.]+)");
	private static final Pattern TEST = Pattern.compile("-Dtest=(\\w+)");
	private static final Pattern ARTIFACT = Pattern.compile("org\\.pmix4j:([\\w.]+):");

	private final List<MarkdownPage> pages;
	private final List<String> problems = new ArrayList<>();

	DocumentsTest() throws IOException {
		pages = MarkdownPage.all();
	}

	private static Set<String> classes() throws IOException {
		Set<String> classes = new HashSet<>(OF_THE_JDK);
		for (Path file : Checkout.allSources()) {
			classes.add(file.getFileName().toString().replaceFirst("\\.java$", ""));
		}
		return classes;
	}

	private void check(MarkdownPage page, Stream<String> texts, Pattern pattern, Predicate<String> exists) {
		texts.flatMap(text -> pattern.matcher(text).results().map(found -> found.group(1)).toList().stream())
				.filter(name -> !exists.test(name)).forEach(name -> problems.add(page.name() + " names " + name));
	}

	/** Returns the names that make up whole spans of code in a document, by the first group of a pattern. */
	private static Stream<String> whole(MarkdownPage page, Pattern pattern) {
		return page.spans().stream().map(pattern::matcher).filter(Matcher::matches).map(found -> found.group(1));
	}

	@Test
	void links_ofDocuments_haveTargets() throws IOException {
		for (MarkdownPage page : pages) {
			follow(page);
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void link_toNothing_isReported() throws IOException {
		follow(new MarkdownPage(INDEX, List.of("[a](no.md), [b](user-guide.md#no), [c](user-guide.md#a-job-hangs), `[d](no.md)`"), List.of()));

		assertThat(problems).containsExactly("docs/README.md links to no.md, which does not exist",
				"docs/README.md links to user-guide.md#no, but docs/user-guide.md has no such heading");
	}

	private void follow(MarkdownPage page) throws IOException {
		for (String link : page.links()) {
			if (!ABROAD.matcher(link).matches()) {
				follow(page, link);
			}
		}
	}

	private void follow(MarkdownPage page, String link) throws IOException {
		Path target = page.target(link);
		int anchor = link.indexOf('#');
		if (!Files.exists(target)) {
			problems.add(page.name() + " links to " + link + ", which does not exist");
		} else if (anchor >= 0 && !MarkdownPage.read(target).anchors().contains(link.substring(anchor + 1))) {
			problems.add(page.name() + " links to " + link + ", but " + Checkout.name(target) + " has no such heading");
		}
	}

	@Test
	void documents_ofTheCheckout_areAllInTheIndex() throws IOException {
		MarkdownPage index = MarkdownPage.read(INDEX);
		Set<Path> linked = index.links().stream().filter(link -> !ABROAD.matcher(link).matches()).map(index::target)
				.collect(Collectors.toSet());

		assertThat(pages).extracting(MarkdownPage::file).contains(README, INDEX).filteredOn(file -> !file.equals(README) && !file.equals(INDEX))
				.isSubsetOf(linked);
	}

	@Test
	void readme_isShortAndBeginsWithTheLimits() throws IOException {
		assertThat(Files.size(README)).isLessThanOrEqualTo(LONGEST_README);
		assertThat(String.join(" ", Files.readAllLines(README).subList(0, FIRST_LINES))).contains("Linux", "one machine");
	}

	@Test
	void classes_ofDocumentsAboutTheCode_exist() throws IOException {
		Set<String> classes = classes();
		for (MarkdownPage page : pages) {
			boolean ofClasses = OF_CLASSES.contains(page.file());
			whole(page, CLASS).filter(name -> (ofClasses || name.endsWith("Test")) && !classes.contains(name))
					.forEach(name -> problems.add(page.name() + " names the class " + name));
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void filesModulesAndTests_ofDocuments_exist() throws IOException {
		Set<String> classes = classes();
		for (MarkdownPage page : pages) {
			whole(page, FILE).filter(name -> !name.contains("/target/") && !Files.exists(Checkout.ROOT.resolve(name)))
					.forEach(name -> problems.add(page.name() + " names the file " + name));
			List<String> commands = Stream.concat(page.shell().stream(), page.spans().stream()).toList();
			check(page, commands.stream(), Pattern.compile("^\\s*" + FILE.pattern() + "(?=\\s|$)"),
					name -> name.contains("/target/") || Files.exists(Checkout.ROOT.resolve(name)));
			check(page, commands.stream(), MODULE, name -> Files.isDirectory(Checkout.ROOT.resolve("tests").resolve(name))
					|| Files.isDirectory(Checkout.ROOT.resolve("bundles").resolve(name)));
			check(page, commands.stream(), TEST, classes::contains);
			check(page, commands.stream(), ARTIFACT, name -> Files.isDirectory(Checkout.ROOT.resolve("bundles").resolve(name)));
		}
		assertThat(problems).isEmpty();
	}
}
