// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.OptionHelp;
import org.pmix4j.cli.internal.options.OptionReader;
import org.pmix4j.cli.internal.options.RunOptions;
import org.pmix4j.job.options.OptionList;

/** Every option of every command refuses an empty value, such as that of a shell variable that is not set. */
class EmptyValueTest {
	static Stream<Arguments> options() {
		List<Arguments> all = new ArrayList<>();
		for (CommandUse use : CommandUse.values()) {
			CommandWords words = switch (use) {
				case RUN -> CommandWords.RUN;
				case SUBMIT -> CommandWords.SUBMIT;
				case SERVER -> CommandWords.SERVER;
				case STOP -> CommandWords.STOP;
				// its words are those of RUN
				case PROGRAM -> null;
				default -> CommandWords.ofTool(use);
			};
			if (words != null) {
				words.help().forEach(option -> all.add(Arguments.of(use, words, option)));
			}
		}
		return all.stream();
	}

	@ParameterizedTest(name = "{0} {2}")
	@MethodSource("options")
	void read_emptyValue_isRefusedByName(CommandUse use, CommandWords words, OptionHelp option) {
		List<String> joined = List.of(option.word() + "=", "1", "program");
		List<String> line = option.valueWords() > 0 ? List.of(option.word(), "", "1", "program") : joined;

		assertThatIllegalArgumentException().isThrownBy(() -> OptionReader.read(line, words)).withMessageContaining(option.word());
		assertThatIllegalArgumentException().isThrownBy(() -> OptionReader.read(joined, words)).withMessageContaining(option.word());
	}

	static Stream<Arguments> listWords() {
		return OptionList.ofCommandLine().stream().flatMap(list -> list.words().stream().map(word -> Arguments.of(list.word(), word)));
	}

	@ParameterizedTest
	@MethodSource("listWords")
	void read_emptyValueOfAWord_isRefusedByName(String option, String word) {
		assertThatIllegalArgumentException().isThrownBy(() -> OptionReader.read(List.of(option, word + "=", "program"), CommandWords.RUN))
				.withMessageContaining(option + " " + word + "=");
	}

	@ParameterizedTest
	@ValueSource(strings = { "--output ,", "--display :", "--map-by :", "--bind-to :", "--host ,", "--preload-files ,,", "--runtime-options ,",
			"--hostfile ,", "--wdir \t" })
	void read_listOfNothing_isRefused(String words) {
		String[] parts = words.split(" ");

		assertThatIllegalArgumentException().isThrownBy(() -> RunOptions.parse(List.of(parts[0], parts[1], "program")))
				.withMessage("option " + parts[0] + " needs a value: " + label(parts[0]) + ", not '" + parts[1] + "'");
	}

	private static String label(String word) {
		return switch (word) {
			case "--map-by", "--bind-to" -> "POLICY";
			case "--host" -> "NODE[:N],...";
			case "--preload-files" -> "FILES";
			case "--hostfile" -> "FILE";
			case "--wdir" -> "DIR";
			default -> "WORDS";
		};
	}

	/** The value of a variable may be empty; its name may not. */
	@Test
	void read_emptyValueOfAVariable_isSet() {
		assertThat(RunOptions.parse(List.of("-x", "A=", "--append-env", "B", "", "--mca", "btl", "", "program")).job().apps().get(0).environment()
				.edits()).hasSize(3);
	}
}
