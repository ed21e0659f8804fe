// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.policy.Binding;
import org.pmix4j.host.internal.policy.MapWishReader;
import org.pmix4j.host.options.OptionList;
import org.pmix4j.host.options.PlacementOptions;
import org.pmix4j.host.options.ValueHelp;

/** Every word that a policy or a list of words may have is explained, and no other. */
class ValueHelpTest {
	@Test
	void mappingPolicies_areExplained() {
		assertThat(words(ValueHelp.of(PlacementOptions.MAP_BY))).containsExactlyInAnyOrderElementsOf(
				Stream.concat(named("", MapWishReader.POLICIES), named(":", MapWishReader.QUALIFIERS)).toList());
	}

	@Test
	void bindingPolicies_areExplained() {
		assertThat(words(ValueHelp.of(PlacementOptions.BIND_TO))).containsExactlyInAnyOrderElementsOf(
				Stream.concat(named("", "none, hwthread, core, l1cache, l2cache, l3cache, numa, package"), named(":", Binding.QUALIFIERS)).toList());
	}

	@Test
	void rankingPolicies_areExplained() {
		assertThat(words(ValueHelp.of(PlacementOptions.RANK_BY))).containsExactly("slot", "node", "fill", "span");
	}

	@Test
	void lists_haveAnExplanationForEachWord() {
		for (OptionList list : OptionList.ofCommandLine()) {
			assertThat(ValueHelp.of(list)).as(list.word()).extracting(ValueHelp::plain).containsExactlyElementsOf(list.words());
			assertThat(ValueHelp.of(list)).as(list.word()).allMatch(help -> help.text().endsWith("."));
		}
	}

	private static List<String> words(List<ValueHelp> help) {
		return help.stream().map(ValueHelp::word).toList();
	}

	private static Stream<String> named(String before, String list) {
		return Stream.of(list.split(", ")).map(word -> before + word);
	}
}
