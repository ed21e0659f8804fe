// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Checks the coverage table: it lists every function, host function and attribute, and names only existing classes, tests and peers. */
class CoverageTest {
	private static final Path TABLE = Checkout.ROOT.resolve("bundles/org.pmix4j.server/docs/coverage.tsv");
	private static final Path DATA = Checkout.ROOT.resolve("releng/generator/data");
	private static final Path PEERS = Checkout.ROOT.resolve("tests/org.pmix4j.interop.tests/c");
	private static final Set<String> ROLES = Set.of("server", "client", "client (scheduler)", "tool");
	private static final String NONE = "-";
	private static final String PREFIX = "PMIX_";
	/** Stands for any program of the C library. */
	private static final String ANY_PEER = "C";

	/** Allowed values of the third column; completed rows must name class and test, others must give a reason. */
	private enum Outcome {
		SERVED, HOST, PASSED, CLIENT, REFUSED;

		boolean isDone() {
			return this == SERVED || this == HOST || this == PASSED;
		}
	}

	private record Row(String kind, String name, Outcome outcome, String implementation, String test, String peer, String note) {
		static Row of(String line) {
			String[] cells = line.split("\t", -1);
			assertThat(cells).as(line).hasSize(7);
			return new Row(cells[0], cells[1], Outcome.valueOf(cells[2].toUpperCase(Locale.ROOT)), cells[3], cells[4], cells[5],
					cells[6]);
		}

		String id() {
			return kind + " " + name;
		}
	}

	private final List<Row> rows = lines(TABLE).skip(1).map(Row::of).toList();

	private static Stream<String> lines(Path file) {
		try {
			return Files.readAllLines(file).stream();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private static List<String> names(String kind, String table) {
		return lines(DATA.resolve(table)).skip(1).map(line -> line.split("\t", -1))
				.filter(cells -> !kind.equals("api") || ROLES.contains(cells[3]))
				.map(cells -> kind + " " + cells[0]).toList();
	}

	/**
	 * Returns the words by which a program can name each attribute: its name in C or Java, that of another attribute with the same key, or
	 * the key.
	 */
	private static Map<String, Set<String>> words() {
		Map<String, Set<String>> byKey = new HashMap<>();
		Map<String, Set<String>> words = new HashMap<>();
		for (String line : lines(DATA.resolve("attributes.tsv")).skip(1).toList()) {
			String[] cells = line.split("\t", -1);
			Set<String> same = byKey.computeIfAbsent(cells[1], key -> new HashSet<>(Set.of(key)));
			same.add(cells[0]);
			same.add(cells[0].substring(PREFIX.length()));
			words.put(cells[0], same);
		}
		return words;
	}

	private static Set<String> classes(String folder) {
		try (Stream<Path> files = Files.walk(Checkout.ROOT.resolve(folder))) {
			return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".java"))
					.map(name -> name.substring(0, name.length() - ".java".length())).collect(Collectors.toSet());
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	@Test
	void table_ofTheServer_isCompleteWithoutDuplicates() {
		List<String> wanted = new ArrayList<>(names("api", "apis.tsv"));
		wanted.addAll(names("host", "server-module.tsv"));
		wanted.addAll(names("attribute", "attributes.tsv"));

		assertThat(rows.stream().map(Row::id)).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(new HashSet<>(wanted));
	}

	@Test
	void row_ofACompletedItem_namesAClassAndATest() {
		assertThat(rows).filteredOn(row -> row.outcome.isDone()).allSatisfy(row -> {
			assertThat(row.implementation).as(row.id()).isNotEqualTo(NONE);
			assertThat(row.test).as(row.id()).isNotEqualTo(NONE);
		});
		assertThat(rows).filteredOn(row -> !row.outcome.isDone()).allSatisfy(row -> assertThat(row.note).as(row.id()).isNotEmpty());
	}

	@Test
	void names_ofClassesTestsAndPeers_exist() {
		Set<String> classes = classes("bundles");
		Set<String> tests = classes("tests");

		assertThat(rows).allSatisfy(row -> {
			assertThat(row.implementation).as(row.id()).matches(name -> name.equals(NONE) || classes.contains(name));
			assertThat(row.test).as(row.id()).matches(name -> name.equals(NONE) || name.endsWith("Test") && tests.contains(name));
			assertThat(row.peer).as(row.id()).matches(name -> name.equals(NONE) || name.equals(ANY_PEER)
					|| Files.isRegularFile(PEERS.resolve(name + ".c")));
		});
	}

	/** A test that takes its attributes from the table covers all of them. */
	@Test
	void row_ofAnAttribute_hasATestThatNamesIt() {
		Map<String, Set<String>> words = words();
		TestTexts texts = new TestTexts();

		assertThat(rows).filteredOn(row -> row.kind.equals("attribute") && row.outcome.isDone()).filteredOn(row -> {
			Set<String> found = texts.words(row.test);
			boolean fromTheTable = row.outcome == Outcome.PASSED && found.contains("coverage.tsv");
			return !fromTheTable && words.get(row.name).stream().noneMatch(found::contains);
		}).as("attributes that neither the test names nor what it extends or starts").isEmpty();
	}
}
