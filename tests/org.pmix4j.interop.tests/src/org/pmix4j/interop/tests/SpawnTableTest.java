// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/**
 * Tests what becomes of each directive of PMIx_Spawn: a C program makes a spawn with each row of tables/spawn-attributes.tsv, for the job
 * and for its program, optional and required, and with a value of another type. No directive is ignored in silence.
 */
class SpawnTableTest {
	private static final Path TABLE = Checkout.root().resolve("tests/org.pmix4j.interop.tests/tables/spawn-attributes.tsv");
	private static final String PEER = "pmix_spawn_table";
	private static final Duration LIMIT = Duration.ofSeconds(240);
	private static final String NONE = "-";
	/** The directives whose values the library of release 5 checks itself, so that no request with a wrong one reaches the server. */
	private static final String CHECKED_BY_RELEASE5 = "PMIX_IOF_.*|PMIX_(TAG|TIMESTAMP)_OUTPUT|PMIX_MERGE_STDERR_STDOUT";
	private static final String SUCCESS = "0";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();
	@TempDir
	private Path folder;

	/** What a directive is about. */
	private enum Level {
		JOB, APP
	}

	/**
	 * A row of the table.
	 *
	 * @param name    the attribute in C
	 * @param given   type and value that the launcher can fulfill, or refuses
	 * @param wrong   type and value of another type; "-" if the C library does not survive it
	 * @param other   key, type and value of a directive for the job without which the first has no effect; "-" for none
	 * @param onJob   the fate of the directive for the job: "acts", "said PLACE", or "refused STATUS TEXT"
	 * @param onApp   the same for the program
	 * @param command what the spawned process runs to show the effect; "-" for nothing
	 * @param effect  a regular expression for what it prints; for a line behind "line:" or "any:"; "-" if docs/coverage.tsv names the proof
	 */
	private record Row(String name, String given, String wrong, String other, String onJob, String onApp, String command, String effect) {
		static List<Row> all() throws IOException {
			return Files.readAllLines(TABLE).stream().skip(1).map(line -> line.split("\t", -1))
					.map(cells -> new Row(cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7])).toList();
		}

		String fate(Level level) {
			return level == Level.JOB ? onJob : onApp;
		}

		boolean acts(Level level) {
			return fate(level).equals("acts");
		}

		boolean isSaid(Level level) {
			return fate(level).startsWith("said ");
		}

		boolean hasWrong(Level level) {
			return acts(level) && !wrong.equals(NONE);
		}

		String id(Level level, String need) {
			return name + "/" + level.name().toLowerCase(Locale.ROOT) + "/" + need;
		}

		String line(Level level, String need, String directive) {
			List<String> fields = new ArrayList<>(List.of(id(level, need), level.name().toLowerCase(Locale.ROOT),
					need.equals("required") ? need : "optional", "echo \"$ROW: $(" + (command.equals(NONE) ? ":" : command) + ")\"",
					KnownAttributes.byName(name).orElseThrow().key()));
			fields.addAll(List.of(directive.split("=", 2)));
			if (!other.equals(NONE) && level == Level.JOB) {
				fields.addAll(List.of(other.split("=", 3)));
			}
			return String.join("\t", fields);
		}
	}

	private String inFolder(String text) {
		return text.replace("{folder}", folder.toString());
	}

	/** Makes all spawns; those that are said twice, as each launcher must say them once. */
	private Outcome run(Path peer, Level level) throws IOException {
		List<String> lines = new ArrayList<>();
		for (Row row : Row.all()) {
			lines.add(row.line(level, "optional", row.given()));
			if (row.isSaid(level)) {
				lines.add(row.line(level, "again", row.given()));
			}
			lines.add(row.line(level, "required", row.given()));
			if (row.hasWrong(level)) {
				lines.add(row.line(level, "wrong", row.wrong()));
			}
		}
		Files.writeString(folder.resolve("hosts"), "localhost slots=4\n");
		Files.writeString(folder.resolve("added"), "localhost slots=+1\n");
		Files.write(folder.resolve("table"), lines.stream().map(this::inFolder).toList());
		return pmix4j.run("-n", 1, "--host", "localhost:4", "--bind-to", "none", peer, folder.resolve("table")).limit(LIMIT)
				.with("PEER_LIMIT", "600").finish().requireExit(0);
	}

	private static String status(Outcome outcome, String id) {
		List<String> found = outcome.lines().stream().filter(line -> line.startsWith(id + " spawn ")).toList();
		assertThat(found).as(id).hasSize(1);
		return found.get(0).substring((id + " spawn ").length());
	}

	private static long errors(Outcome outcome, Predicate<String> condition) {
		return outcome.errorLines().stream().filter(condition).count();
	}

	private static String code(String name) {
		try {
			return String.valueOf(((Status) Status.class.getField(name).get(null)).code());
		} catch (ReflectiveOperationException e) {
			throw new IllegalArgumentException(name, e);
		}
	}

	private void requireActs(SoftAssertions softly, Outcome outcome, Row row, Level level, String checkedByLibrary) {
		for (String need : List.of("optional", "required")) {
			String id = row.id(level, need);
			softly.assertThat(status(outcome, id)).as(id).isEqualTo(SUCCESS);
			if (!row.effect().equals(NONE)) {
				softly.assertThat(Stream.concat(outcome.lines().stream(), outcome.errorLines().stream()))
						.as("effect of " + id).anyMatch(line -> line.matches(effect(row, id)));
			}
		}
		softly.assertThat(errors(outcome, line -> line.contains(row.name() + " has no effect"))).as(row.name()).isZero();
		if (row.hasWrong(level)) {
			String id = row.id(level, "wrong");
			softly.assertThat(status(outcome, id)).as(id).isIn(code("ERR_BAD_PARAM"), code("ERR_TYPE_MISMATCH"));
			if (!row.name().matches(checkedByLibrary)) {
				softly.assertThat(errors(outcome, line -> line.matches("pmix4j: .*\\b" + row.name() + "\\b.* must be .*"))).as(id).isPositive();
			}
		}
	}

	private String effect(Row row, String id) {
		String wanted = inFolder(row.effect());
		if (wanted.startsWith("any:")) {
			return wanted.substring(4);
		}
		return wanted.startsWith("line:") ? wanted.substring(5).replace("ROW", id) : id + ": " + wanted;
	}

	private static void requireSaid(SoftAssertions softly, Outcome outcome, Row row, Level level) {
		String place = row.fate(level).substring("said ".length());
		softly.assertThat(status(outcome, row.id(level, "optional"))).as(row.id(level, "optional")).isEqualTo(SUCCESS);
		softly.assertThat(status(outcome, row.id(level, "again"))).as(row.id(level, "again")).isEqualTo(SUCCESS);
		softly.assertThat(errors(outcome, line -> line.matches("pmix4j: spawn of job \\d+: " + row.name() + "( \\S+)? has no effect " + place)))
				.as(row.name() + " is said").isEqualTo(1);
		softly.assertThat(status(outcome, row.id(level, "required"))).as(row.id(level, "required")).isEqualTo(code("ERR_NOT_SUPPORTED"));
		softly.assertThat(errors(outcome, ("pmix4j: spawn: " + row.name() + " is required, but has no effect " + place)::equals))
				.as(row.name() + " is refused").isEqualTo(1);
	}

	private static void requireRefused(SoftAssertions softly, Outcome outcome, Row row, Level level) {
		String[] words = row.fate(level).split(" ", 3);
		for (String need : List.of("optional", "required")) {
			softly.assertThat(status(outcome, row.id(level, need))).as(row.id(level, need)).isEqualTo(code(words[1]));
		}
		softly.assertThat(errors(outcome, line -> line.startsWith("pmix4j: ") && line.contains(words[2]))).as(row.name()).isGreaterThan(1);
	}

	private void requireTable(Path peer, Level level, String checkedByLibrary) throws IOException {
		Outcome outcome = run(peer, level);
		SoftAssertions softly = new SoftAssertions();
		for (Row row : Row.all()) {
			if (row.acts(level)) {
				requireActs(softly, outcome, row, level, checkedByLibrary);
			} else if (row.isSaid(level)) {
				requireSaid(softly, outcome, row, level);
			} else {
				requireRefused(softly, outcome, row, level);
			}
		}
		softly.assertAll();
	}

	@ParameterizedTest
	@EnumSource(Level.class)
	void spawn_eachDirective_actsOrIsSaidOrRefused(Level level) throws IOException {
		requireTable(Peers.c(PEER), level, "");
	}

	@ParameterizedTest
	@EnumSource(Level.class)
	void spawn_eachDirectiveOfRelease5_actsOrIsSaidOrRefused(Level level) throws IOException {
		requireTable(Peers.trixie(PEER), level, CHECKED_BY_RELEASE5);
	}

	@Test
	void table_hasEachAttributeOfTheSpawnTopicOnce() throws IOException {
		List<String> names = Row.all().stream().map(Row::name).toList();

		assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(200).allMatch(name -> KnownAttributes.byName(name).isPresent());
		assertThat(names.stream().map(name -> KnownAttributes.byName(name).map(Attribute::key).orElseThrow())).doesNotHaveDuplicates();
	}
}
