// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.StorageAttributes;

/** Tests lists of infos: building them, reading switches given as texts, and attributes whose key differs among releases. */
class InfoListTest {
	private static final Infos TWO = Infos.of(number("a", 1), number("b", 2));

	private static Info number(String key, int value) {
		return Info.of(key, new PmixValue.Int(value));
	}

	@Test
	void prepend_isFirst() {
		assertThat(TWO.prepend(number("b", 3)).list()).containsExactly(number("b", 3), number("a", 1), number("b", 2));
	}

	@Test
	void withUnique_presentKey_isReplacedAtItsPlaceOrStays() {
		assertThat(TWO.withUnique(number("a", 3), true).list()).containsExactly(number("a", 3), number("b", 2));
		assertThat(TWO.withUnique(number("a", 3), false)).isEqualTo(TWO);
	}

	@Test
	void withUnique_newKey_isAppended() {
		assertThat(TWO.withUnique(number("c", 3), false).list()).containsExactly(number("a", 1), number("b", 2), number("c", 3));
	}

	@Test
	void isTrue_texts_areReadAsInC() throws PmixException {
		Attribute<Boolean> attribute = KeyValueAttributes.OPTIONAL;
		for (String text : List.of("true", "T", "yes", "1", "", "enabled")) {
			assertThat(Infos.of(Info.of(attribute.key(), new PmixValue.Str(text))).isTrue(attribute)).as(text).isTrue();
		}
		for (String text : List.of("false", "f", "no", "0", "disable")) {
			assertThat(Infos.of(Info.of(attribute.key(), new PmixValue.Str(text))).isTrue(attribute)).as(text).isFalse();
		}
		assertThat(Infos.of(Info.of(attribute.key(), PmixValue.NullStr.INSTANCE)).isTrue(attribute)).isTrue();
		assertThat(Infos.EMPTY.isTrue(attribute)).isFalse();
		assertThatThrownBy(() -> Infos.of(Info.of(attribute.key(), new PmixValue.Str("maybe"))).isTrue(attribute))
				.isInstanceOf(PmixException.class).hasMessageContaining(attribute.name());
	}

	@Test
	void get_otherKeyOfAnAttribute_isRead() throws PmixException {
		Attribute<Long> limit = StorageAttributes.STORAGE_OBJECT_LIMIT;
		Infos standard = Infos.of(Info.of("pmix.strg.objlim", new PmixValue.UInt64(7)));

		assertThat(limit.otherKey()).contains("pmix.strg.objlim");
		assertThat(standard.get(limit)).contains(7L);
		assertThat(standard.contains(limit)).isTrue();
		assertThat(standard.with(limit, 8L).get(limit)).contains(8L);
	}

	@Test
	void byKey_bothKeysOfEveryAttribute_findIt() {
		List<String> twice = new ArrayList<>();
		for (Attribute<?> attribute : KnownAttributes.all()) {
			attribute.otherKey().ifPresent(key -> {
				assertThat(KnownAttributes.byKey(key).orElseThrow().name()).isEqualTo(attribute.name());
				twice.add(attribute.name());
			});
		}

		assertThat(twice).hasSize(10);
		// the Standard gives these two the keys of other attributes
		assertThat(QueryAttributes.HOST_FUNCTIONS.otherKey()).isEmpty();
		assertThat(QueryAttributes.TOOL_ATTRIBUTES.otherKey()).isEmpty();
	}

	@Test
	void byName_anySpellingOfAStatus_isFound() {
		assertThat(Status.byName("PMIX_ERR_TIMEOUT")).contains(Status.ERR_TIMEOUT);
		assertThat(Status.byName("err_timeout")).contains(Status.ERR_TIMEOUT);
		assertThat(Status.byName("PMIX_ERR_DEBUGGER_RELEASE")).contains(Status.DEBUGGER_RELEASE);
		assertThat(Status.byName("PMIX_")).isEmpty();
	}
}
