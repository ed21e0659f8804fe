// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.cli.Main;
import org.pmix4j.cli.internal.options.RunOptions;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobCommandLine;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StopPoint;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.MpiLibrary;
import org.pmix4j.job.options.NodeDescriptions;
import org.pmix4j.job.options.OptionGroup;
import org.pmix4j.job.options.OptionList;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionType;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.job.options.TerminalSize;
import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.model.Rank;

/** Command lines of jobs, which read back as the same job, and the help, which lists every option. */
class RunOptionsTest {
	/** File names and variable values that a parser could misread. */
	private static final List<String> TEXTS = List.of("plain", "two words", "-n", "--tag", "a,b", "a:b", "a:nocopy", "back\\slash", "a\\,b",
			"ends\\", "x=y", "'quoted'", "\"", "@file", "---", "$HOME", "ä", "new\nline", "%n", "${sys:user.home}");
	/** Values of options that do not take any text. */
	private static final Map<JobOption<?>, String> SAMPLES = Map.of(PlacementOptions.MAP_BY, "core:pe=1", PlacementOptions.RANK_BY, "fill",
			PlacementOptions.BIND_TO, "numa:if-supported", PlacementOptions.PER_RESOURCE_COUNT, "2:node", PlacementOptions.CPU_LIST, "0,2-3",
			JobOptions.PERSONALITY, "ompi5", PlacementOptions.HOSTS, "node:2,^other", PlacementOptions.ADD_HOSTS, "node:+2,user@other");
	private static final List<String> WORDS = Stream.concat(TEXTS.stream(), Stream.of("--", "")).toList();
	private static final Random RANDOM = new Random(4711);

	static List<JobOption<?>> optionsOfTheCommandLine() {
		return OptionTable.all().stream().filter(RunOptionsTest::hasWords).toList();
	}

	private static boolean hasWords(JobOption<?> option) {
		return !option.words().isEmpty() || option.lists().stream().anyMatch(OptionList.ofCommandLine()::contains);
	}

	@ParameterizedTest
	@MethodSource("optionsOfTheCommandLine")
	void parse_oneOption_returnsShownJob(JobOption<?> option) {
		for (int i = 0; i < 20; i++) {
			assertSame(job(values(List.of(option))), launcher(values(List.of(option))));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "--tag -n 2 true", "--tag --np=2 true", "-n 2 --tag=job true", "--tag-output -n 2 true" })
	void parse_tagWithoutKind_isTheDefaultKind(String words) {
		JobSpec job = RunOptions.parse(List.of(words.split(" "))).job();

		assertThat(job.output().format().tag()).isEqualTo(Tag.JOB);
		assertThat(job.size()).isEqualTo(2);
	}

	@Test
	void parse_allOptions_returnsShownJob() {
		for (int i = 0; i < 300; i++) {
			List<JobOption<?>> some = optionsOfTheCommandLine().stream().filter(option -> RANDOM.nextBoolean()).toList();
			assertSame(job(values(some)), launcher(values(some)));
		}
	}

	private static void assertSame(JobSpec job, OptionValues launcher) {
		List<String> words = JobCommandLine.of(job, launcher);
		RunOrder read = parse(words.subList(1, words.size()));

		for (JobOption<?> option : OptionTable.all()) {
			assertThat(read.job().options().get(option)).as("%s in %s", option, words).isEqualTo(job.options().get(option));
			assertThat(read.launcher().get(option)).as("%s in %s", option, words).isEqualTo(launcher.get(option));
		}
		assertThat(read.job().apps()).as("%s", words).hasSameSizeAs(job.apps());
		for (int i = 0; i < job.apps().size(); i++) {
			AppSpec expected = job.apps().get(i);
			AppSpec app = read.job().apps().get(i);
			assertThat(app.program()).as("%s", words).isEqualTo(expected.program());
			assertThat(app.arguments()).as("%s", words).isEqualTo(expected.arguments());
			for (JobOption<?> option : OptionTable.all()) {
				assertThat(app.options().get(option)).as("%s in %s", option, words).isEqualTo(expected.options().get(option));
			}
		}
	}

	private static RunOrder parse(List<String> words) {
		return RunOptions.parse(words);
	}

	private static JobSpec job(OptionValues values) {
		List<AppSpec> apps = new ArrayList<>();
		for (int i = 0; i <= RANDOM.nextInt(3); i++) {
			OptionValues own = i == 0 ? values : values(List.of(AppOptions.DIRECTORY, AppOptions.ENVIRONMENT));
			apps.add(new AppSpec(any(TEXTS), IntStream.range(0, RANDOM.nextInt(4)).mapToObj(n -> any(WORDS)).toList(), own));
		}
		return JobSpec.of(apps.toArray(AppSpec[]::new)).withOptions(values);
	}

	private static OptionValues launcher(OptionValues values) {
		return values.only(OptionScope.LAUNCHER);
	}

	/** Returns random values without contradictions. */
	private static OptionValues values(List<JobOption<?>> options) {
		OptionValues values = OptionValues.DEFAULTS;
		for (JobOption<?> option : options) {
			values = with(values, option);
		}
		values = values.get(JobOptions.STOP_IN_INIT) ? values.without(JobOptions.STOP_IN_APP) : values;
		values = values.get(JobOptions.MPI).hasPmix() ? values : values.without(JobOptions.STOP_IN_INIT).without(JobOptions.STOP_IN_APP);
		values = values.isSet(OutputOptions.DIRECTORY) ? values.without(OutputOptions.FILE).without(OutputOptions.PATTERN) : values;
		if (!values.isSet(OutputOptions.DIRECTORY) && !values.isSet(OutputOptions.FILE)) {
			values = values.get(OutputOptions.NO_COPY) || values.get(OutputOptions.PATTERN)
					? values.with(OutputOptions.FILE, Path.of(any(TEXTS)))
					: values;
		}
		values = values.isSet(AppOptions.DIRECTORY) ? values.without(AppOptions.SESSION_DIRECTORY) : values;
		Rank target = values.get(JobOptions.STDIN);
		return target.isProcess() && target.value() >= values.get(AppOptions.RANKS) ? values.without(JobOptions.STDIN) : values;
	}

	/** Adds a value of the type of the option's default. */
	private static <T> OptionValues with(OptionValues values, JobOption<T> option) {
		List<String> texts = switch (option.defaultValue()) {
			case Boolean off -> List.of(RANDOM.nextInt(4) > 0 ? "true" : "false");
			case Integer mask when option.type() == OptionType.MODE_MASK -> List.of("0" + RANDOM.nextInt(8) + RANDOM.nextInt(8));
			case Integer number -> List.of(Integer.toString(1 + RANDOM.nextInt(64)));
			case Duration time -> List.of(RANDOM.nextInt(1_000_000) + "." + RANDOM.nextInt(1000),
					Integer.toString(RANDOM.nextInt(Integer.MAX_VALUE)));
			case Tag tag -> List.of(any(List.of(Tag.values())).name());
			case Rank rank -> List.of(any(List.of("0", "7", "all", "none")));
			case Path path -> List.of(any(TEXTS));
			case MpiLibrary library -> List.of(any(List.of("auto", "pmix", "pmi1", "pmi2", "none")));
			case String text -> List.of(SAMPLES.getOrDefault(option, any(TEXTS)));
			case NodeDescriptions nodes -> List.of("2*a:slots=" + RANDOM.nextInt(9), "b:core:4 pu:2");
			case TerminalSize size -> List.of(1 + RANDOM.nextInt(99) + "x" + (1 + RANDOM.nextInt(999)));
			case EnvironmentEdits edits -> List.of("A=" + any(TEXTS), "-B=", "A=" + any(TEXTS));
			default -> throw new IllegalArgumentException("no values are made for " + option);
		};
		OptionValues all = values;
		for (String text : texts) {
			all = all.plus(option, option.type().parse(text).orElseThrow());
		}
		return all;
	}

	private static <T> T any(List<T> list) {
		return list.get(RANDOM.nextInt(list.size()));
	}

	@Test
	void show_argumentThatSeparatesPrograms_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> JobCommandLine.of(JobSpec.of(1, "echo", ":"), OptionValues.DEFAULTS))
				.withMessageContaining("':'").withMessageContaining("echo");
	}

	@Test
	void show_valueWithoutWords_isRefused() {
		JobSpec job = JobSpec.of(1, "echo").withOption(SpawnOptions.SILENT, true);

		assertThatIllegalArgumentException().isThrownBy(() -> JobCommandLine.of(job, OptionValues.DEFAULTS))
				.withMessageContaining(SpawnOptions.SILENT.name());
	}

	@ParameterizedTest
	@CsvSource({ "--stop-in-app, true, ''", "--stop-in-app=no, false, ''", "--stop-in-app=solve, true, solve",
			"--stop-in-app=a=b c, true, a=b c", "--rtos=stop-in-app=Solve, true, Solve", "--rtos=stop-in-app=t, true, ''" })
	void parse_stopInApp_mayNameThePlace(String word, boolean stops, String place) {
		JobSpec job = parse(List.of(word, "prog")).job();

		assertThat(job.get(JobOptions.STOP_IN_APP)).isEqualTo(stops);
		assertThat(job.get(JobOptions.BREAKPOINT)).isEqualTo(place);
		List<String> words = JobCommandLine.of(job, OptionValues.DEFAULTS);
		JobSpec again = parse(words.subList(1, words.size())).job();
		assertThat(again.stop()).isEqualTo(stops ? StopPoint.IN_APP : StopPoint.NONE);
		assertThat(again.get(JobOptions.BREAKPOINT)).isEqualTo(place);
	}

	@Test
	void show_valueThatLooksLikeTheEndOfOptions_isReadBack() {
		JobSpec job = JobSpec.of(AppSpec.of(1, "echo").withDirectory(Path.of("--")));

		List<String> words = JobCommandLine.of(job, OptionValues.DEFAULTS);

		assertThat(parse(words.subList(1, words.size())).job().apps()).isEqualTo(job.apps());
	}

	@Test
	void parse_argumentThatBeginsWithAt_isKept(@TempDir Path folder) throws Exception {
		Path file = Files.writeString(folder.resolve("words"), "expanded");

		assertThat(parse(List.of("-n", "1", "echo", "@" + file)).job().apps().get(0).arguments()).containsExactly("@" + file);
	}

	@Test
	void parse_unknownWord_isRefusedByName() {
		assertThatIllegalArgumentException().isThrownBy(() -> parse(List.of("--no-such-option", "true")))
				.withMessageContaining("--no-such-option");
	}

	@ParameterizedTest
	@ValueSource(strings = { "1:02", "0:1:2", "0:0:1:2" })
	void parse_timeoutWithColons_isDaysHoursMinutesSeconds(String text) {
		assertThat(parse(List.of("--timeout", text, "true")).job().timeout()).isEqualTo(Duration.ofSeconds(62));
	}

	@ParameterizedTest
	@MethodSource("optionsOfTheCommandLine")
	void help_everyOption_isInOneGroupWithItsText(JobOption<?> option) {
		if (option.words().isEmpty()) {
			assertThat(help("all")).contains(option.lists().get(0).word());
			return;
		}
		assertThat(option.group()).isNotEqualTo(OptionGroup.OTHER);
		for (OptionGroup group : OptionGroup.values()) {
			List<String> helped = group == OptionGroup.OTHER ? List.of() : List.of(help(group.name().toLowerCase(Locale.ROOT)).split("[ ,=\\[]+"));
			assertThat(helped.contains(option.words().get(0))).as(group.name()).isEqualTo(group == option.group());
		}
		String page = help(option.words().get(0));
		assertThat(page).contains(option.words()).contains(option.text());
		assertThat(help("all")).contains(option.words()).contains(option.text());
	}

	private static String help(String topic) {
		StringWriter out = new StringWriter();
		Main.execute(new String[] { "run", "--help", topic }, new PrintWriter(out, true), new PrintWriter(out, true));
		return out.toString().replaceAll("\\s+", " ");
	}
}
