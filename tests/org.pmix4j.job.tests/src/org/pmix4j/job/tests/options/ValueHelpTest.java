// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.tests.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.job.internal.policy.Binding;
import org.pmix4j.job.internal.policy.Level;
import org.pmix4j.job.internal.policy.MapBy;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.job.internal.policy.RankBy;
import org.pmix4j.job.options.OptionList;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.ValueHelp;
import org.pmix4j.model.PmixException;

/** Every word that a policy or a list of words may have is explained, and no other. */
class ValueHelpTest {
	@Test
	void mappingPolicies_areExplained() {
		assertThat(words(ValueHelp.of(PlacementOptions.MAP_BY))).containsExactlyInAnyOrderElementsOf(
				Stream.concat(named("", MappingPolicyReader.POLICIES), named(":", MappingPolicyReader.QUALIFIERS)).toList());
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

	/** Each word with which a policy can be written is explained, and each that is explained can be written. */
	@Test
	void words_thatAreReadAreThoseThatAreExplained() throws PmixException {
		List<String> policies = ValueHelp.of(PlacementOptions.MAP_BY).stream().filter(help -> !help.word().startsWith(":")).map(ValueHelp::plain)
				.toList();
		assertThat(policies).extracting(word -> word.replaceFirst(":.*", "")).containsExactlyInAnyOrderElementsOf(
				Stream.of(MapBy.values()).map(MapBy::word).filter(word -> !word.isEmpty()).toList());
		for (ValueHelp help : ValueHelp.of(PlacementOptions.MAP_BY)) {
			String example = help.word().replace("N:OBJECT", "2:package").replace("LIST", "0,2").replace("NAME", "file").replace("N", "2");
			MappingPolicyReader.read(example.startsWith(":") ? "core" + example : example.equals("rankfile") ? example + ":file=x" : example);
		}
		assertThat(ValueHelp.of(PlacementOptions.BIND_TO)).extracting(ValueHelp::plain)
				.containsAll(Stream.of(Level.values()).map(level -> level.name().toLowerCase(Locale.ROOT)).toList());
		for (ValueHelp help : ValueHelp.of(PlacementOptions.BIND_TO)) {
			Binding.parse((help.word().startsWith(":") ? "core" : "") + help.word().replace("N", "2"));
		}
		for (ValueHelp help : ValueHelp.of(PlacementOptions.RANK_BY)) {
			assertThat(RankBy.parse(help.word())).isPresent();
		}
	}

	/** Words of older launchers that mean the same stand in the explanation. */
	@ParameterizedTest
	@ValueSource(strings = { "socket", "byslot", "bynode" })
	void mappingWords_ofOlderLaunchers_areNamed(String word) throws PmixException {
		assertThat(MappingPolicyReader.read(word).by()).isPresent();
		assertThat(ValueHelp.of(PlacementOptions.MAP_BY)).anyMatch(help -> help.text().contains(word));
	}

	@Test
	void lists_haveAnExplanationForEachWord() {
		for (OptionList list : OptionList.ofCommandLine()) {
			assertThat(ValueHelp.of(list)).as(list.word()).extracting(ValueHelp::plain).containsExactlyElementsOf(list.words());
			assertThat(ValueHelp.of(list)).as(list.word()).allMatch(help -> help.text().endsWith("."));
		}
	}

	/** Only words that mean the same have the same explanation. */
	@Test
	void lists_wordsOfOtherMeaning_haveOtherExplanations() {
		for (OptionList list : OptionList.ofCommandLine()) {
			Map<String, Set<OptionValues>> meanings = new HashMap<>();
			for (ValueHelp help : ValueHelp.of(list)) {
				String word = help.word().replace("SECONDS", "7").replace("=N", "=7");
				meanings.computeIfAbsent(help.text(), text -> new HashSet<>()).add(list.parse("words", word));
			}
			assertThat(meanings).as(list.word()).allSatisfy((text, values) -> assertThat(values).as(text).hasSize(1));
		}
	}

	private static List<String> words(List<ValueHelp> help) {
		return help.stream().map(ValueHelp::word).toList();
	}

	private static Stream<String> named(String before, String list) {
		return Stream.of(list.split(", ")).map(word -> before + word);
	}
}
