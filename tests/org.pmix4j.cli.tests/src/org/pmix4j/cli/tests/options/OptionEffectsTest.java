// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.cli.internal.options.RunOptions;

/** An option that depends on another one says so when that is missing. */
class OptionEffectsTest {
	private static List<String> notes(String line) {
		return RunOptions.parse(List.of((line + " program").split(" "))).notes();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"--get-stack-traces | option --get-stack-traces has no effect without --timeout or --spawn-timeout",
			"--runtime-options report-state | option --report-state-on-timeout has no effect without --timeout or --spawn-timeout",
			"--display parseable | option --display parseable has no effect without --display map, map-devel or allocation",
			"--display alloc:physical | option --display physical has no effect without --display bind, map or map-devel",
			"--display bind:parseable | option --display parseable has no effect without --display map, map-devel or allocation",
			"--runtime-options autorestart | option --runtime-options autorestart has no effect without --max-restarts",
			"--runtime-options notifyerrors | option --runtime-options notifyerrors has no effect without --continue or --max-restarts" })
	void parse_optionWithoutTheOneItNeeds_isNoted(String line, String note) {
		assertThat(notes(line)).containsExactly(note);
	}

	@ParameterizedTest
	@ValueSource(strings = { "--get-stack-traces --timeout 5", "--report-state-on-timeout --spawn-timeout 5", "--display map:parseable",
			"--display bindings:physical", "--display-allocation --display parseable", "--runtime-options autorestart,max-restarts=1",
			"--runtime-options notifyerrors --continue",
			"--runtime-options autorestart=0", "-n 2" })
	void parse_optionWithTheOneItNeeds_isSilent(String line) {
		assertThat(notes(line)).isEmpty();
	}
}
