// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Checks the page of C names against the table of all functions and against the Javadoc of the bundles, in both directions. */
class CNamesTest {
	private static final Path ROOT = Path.of(System.getProperty("pmix4j.root"));
	private static final Path PAGE = ROOT.resolve("bundles/org.pmix4j.client/docs/c-names.md");
	private static final Path TABLE = ROOT.resolve("releng/generator/data/apis.tsv");
	private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| (.+) \\|");
	private static final Pattern PLACE = Pattern.compile("`(?:new )?(\\w+)(?:\\.(\\w+))?` in `([\\w.]+)`(?:;|$)");
	private static final Pattern TAG = Pattern.compile("\\bC:\\s+((?:PMI[xX]_\\w+[,\\s*]*)+)");
	private static final Pattern NAME = Pattern.compile("PMI[xX]_\\w+");

	private static Map<String, String> rows() throws IOException {
		Map<String, String> rows = new LinkedHashMap<>();
		for (String line : Files.readAllLines(PAGE)) {
			Matcher row = ROW.matcher(line);
			if (row.matches()) {
				assertThat(rows.put(row.group(1), row.group(2))).as("second row of %s", row.group(1)).isNull();
			}
		}
		return rows;
	}

	private static List<Path> sources() throws IOException {
		try (Stream<Path> walk = Files.walk(ROOT.resolve("bundles"))) {
			return walk.filter(path -> path.toString().endsWith(".java")).toList();
		}
	}

	private static Set<String> tagged(String source) {
		Set<String> names = new HashSet<>();
		for (Matcher tag = TAG.matcher(source); tag.find();) {
			NAME.matcher(tag.group(1)).results().forEach(name -> names.add(name.group()));
		}
		return names;
	}

	@Test
	void page_hasARowForEachNameOfTheTable() throws IOException {
		List<String> table = Files.readAllLines(TABLE);

		assertThat(rows().keySet()).hasSizeGreaterThan(490).containsExactlyInAnyOrderElementsOf(
				table.subList(1, table.size()).stream().map(line -> line.substring(0, line.indexOf('\t'))).collect(Collectors.toSet()));
	}

	@Test
	void page_eachPlace_existsAndNamesTheFunction() throws IOException {
		Map<String, List<Path>> byName = sources().stream().collect(Collectors.groupingBy(path -> path.getFileName().toString()));
		int places = 0;
		for (Map.Entry<String, String> row : rows().entrySet()) {
			for (Matcher place = PLACE.matcher(row.getValue()); place.find(); places++) {
				String packageName = place.group(3).replace('.', '/');
				Path file = byName.getOrDefault(place.group(1) + ".java", List.of()).stream()
						.filter(path -> path.getParent().endsWith(packageName)).findFirst()
						.orElseThrow(() -> new AssertionError(row + " names a class that does not exist"));
				assertThat(Files.readString(file)).as(row.toString()).contains(row.getKey()).containsPattern(
						place.group(2) == null ? "\\w" : "\\b" + place.group(2) + "\\s*\\(");
			}
		}
		assertThat(places).isGreaterThan(90);
	}

	@Test
	void javadoc_eachTag_isAPlaceOfThePage() throws IOException {
		Map<String, String> rows = rows();
		for (Path source : sources()) {
			for (String name : tagged(Files.readString(source))) {
				assertThat(rows).as("%s names a function; run java releng/generator/Generate.java", source).containsKey(name);
				assertThat(rows.get(name)).as("%s in %s; run java releng/generator/Generate.java", name, source)
						.contains(source.getFileName().toString().replace(".java", ""));
			}
		}
	}

	@Test
	void page_eachFunctionOfClientsAndTools_hasAPlaceOrAReason() throws IOException {
		Map<String, String> rows = rows();
		List<String[]> functions = Files.readAllLines(TABLE).stream().skip(1).map(line -> line.split("\t"))
				.filter(cells -> cells[3].startsWith("client") || cells[3].equals("tool") || cells[3].equals("utility")).toList();

		assertThat(functions).hasSizeGreaterThan(100).allSatisfy(cells -> assertThat(rows.get(cells[0])).as(cells[0])
				.matches(text -> PLACE.matcher(text).find() || text.matches("(subsumed|as|none)\\b.+")));
	}
}
