// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.tests.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.EnvironmentEdits.Kind;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Tests that a submitted job reaches its server with the options that its user wrote. */
class OptionInfosTest {
	private static final List<String> TEXTS = List.of("true", "false", "0", "1", "2", "7", "1.5", "90", "1:30", "all", "none", "4:node",
			"core", "two words", "/absolute/path", "relative/path", "NAME=VALUE", "NAME=", "a.b@c");

	static List<JobOption<?>> options() {
		return OptionTable.all();
	}

	@ParameterizedTest
	@MethodSource("options")
	<T> void write_anyValue_isReadBack(JobOption<T> option) throws PmixException {
		List<T> values = new ArrayList<>(List.of(option.defaultValue()));
		Stream.concat(TEXTS.stream(), Stream.of(option.type().wanted().split("(,| or) "))).flatMap(text -> option.type().parse(text).stream())
				.forEach(values::add);

		for (T value : values.stream().filter(each -> !option.type().format(each).equals(List.of(""))).toList()) {
			OptionValues written = OptionValues.DEFAULTS.with(option, value);
			assertThat(OptionTable.read(OptionTable.write(written)).get(option)).as(option + " " + value).isEqualTo(value);
		}
	}

	@Test
	void write_everyChangeOfTheEnvironment_isReadBackInOrder() throws PmixException {
		EnvironmentEdits edits = EnvironmentEdits.NONE;
		for (Kind kind : Kind.values()) {
			edits = edits.plus(kind, new Envar("NAME_" + kind, kind == Kind.UNSET ? "" : "value", ':'));
		}
		OptionValues values = OptionValues.DEFAULTS.with(AppOptions.ENVIRONMENT, edits);

		assertThat(OptionTable.read(OptionTable.write(values))).isEqualTo(values);
	}

	@Test
	void write_severalValues_keepsAll() throws PmixException {
		OptionValues values = OptionValues.DEFAULTS.with(JobOptions.STDIN, Rank.WILDCARD).with(JobOptions.TIMEOUT, Duration.ofMillis(1500))
				.with(OutputOptions.RAW, true).with(JobOptions.CONTINUE, false);

		assertThat(OptionTable.read(OptionTable.write(values))).isEqualTo(values);
	}

	@ParameterizedTest
	@ValueSource(strings = { "A=B", "" })
	void read_nameThatNoVariableCanHave_isRefused(String name) {
		Infos infos = Infos.of(Info.of(SpawnAttributes.SET_ENVAR, new Envar(name, "x", ':')));

		assertThatThrownBy(() -> OptionTable.read(infos)).isInstanceOf(PmixException.class)
				.hasMessageContainingAll("PMIX_SET_ENVAR", "must not be empty or contain '='", "'" + name + "'");
	}

	/** A spawner that names another model gets its job; the request says whether that would be an error. */
	@Test
	void read_personality_isOneOfTheKnownOnes() throws PmixException {
		assertThat(personality("OMPI5")).isEqualTo("ompi5");
		assertThat(personality("bogus")).isEmpty();
		assertThat(OptionTable.honors(SpawnAttributes.PERSONALITY.key(), new PmixValue.Str("bogus"))).isFalse();
		assertThat(OptionTable.honors(SpawnAttributes.PERSONALITY.key(), new PmixValue.Str("prte"))).isTrue();
	}

	private static String personality(String name) throws PmixException {
		return OptionTable.read(Infos.of(Info.of(SpawnAttributes.PERSONALITY, name))).get(JobOptions.PERSONALITY);
	}

	@Test
	void write_wholeSeconds_usesTheStandard() {
		assertThat(OptionTable.write(OptionValues.DEFAULTS.with(JobOptions.TIMEOUT, Duration.ofSeconds(90))))
				.isEqualTo(Infos.of(Info.of(SpawnAttributes.JOB_TIMEOUT, 90)));
	}

	@Test
	void write_valueThatTheStandardCannotExpress_usesAKeyOfOurOwn() {
		Infos infos = OptionTable.write(OptionValues.DEFAULTS.with(JobOptions.TIMEOUT, Duration.ofMillis(1500)));

		assertThat(infos.list()).singleElement().extracting(Info::key).isEqualTo("pmix4j.time-limit");
	}
}
