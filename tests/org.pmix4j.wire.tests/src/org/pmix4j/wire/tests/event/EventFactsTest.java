// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcSet;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.wire.internal.event.EventFacts;

class EventFactsTest {
	private static final Proc ONE = Proc.of("job", 1);
	private static final Proc TWO = Proc.of("job", 2);

	private static EventFacts event(Info... infos) throws PmixException {
		return EventFacts.of(Status.ERR_LOST_CONNECTION, ONE, DataRange.SESSION, Infos.of(infos));
	}

	@Test
	void of_noInfos_isForAllAboutNobodyAndCacheable() throws PmixException {
		EventFacts event = event();

		assertThat(event.targets(TWO)).isTrue();
		assertThat(event.concerns(ProcSet.of(List.of(TWO)))).isTrue();
		assertThat(event.nonDefault()).isFalse();
		assertThat(event.cacheable()).isTrue();
	}

	@Test
	void of_flags_areRead() throws PmixException {
		EventFacts event = event(Info.of(EventAttributes.EVENT_NON_DEFAULT, true), Info.of(EventAttributes.EVENT_DO_NOT_CACHE, true));

		assertThat(event.nonDefault()).isTrue();
		assertThat(event.cacheable()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix.evproc", "pmix.evaffected" })
	void affected_oneProcessOrAnArray_isReadUnderEitherKey(String key) throws PmixException {
		assertThat(EventFacts.affected(Infos.of(Info.of(key, ONE)))).containsExactly(ONE);
		assertThat(EventFacts.affected(Infos.of(Info.of(key, DataArray.ofProcs(List.of(ONE, TWO)))))).containsExactly(ONE, TWO);
	}

	@Test
	void procs_ofAnotherType_areRefused() {
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> event(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), new PmixValue.Int(1))))
				.withMessageContaining("PMIX_EVENT_CUSTOM_RANGE").satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_BAD_PARAM));
	}

	@Test
	void targets_namespaceOrWildcard_areAllOfThem() throws PmixException {
		assertThat(event(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), ONE)).targets(TWO)).isFalse();
		assertThat(event(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.wildcard("job"))).targets(TWO)).isTrue();
		assertThat(event(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), new Proc("", Rank.WILDCARD))).targets(TWO)).isTrue();
	}

	@Test
	void concerns_anyOverlap_isEnough() throws PmixException {
		EventFacts aboutOne = event(Info.of(EventAttributes.EVENT_AFFECTED_PROC, ONE));
		EventFacts aboutAll = event(Info.of(EventAttributes.EVENT_AFFECTED_PROC, Proc.wildcard("job")));

		assertThat(aboutOne.concerns(ProcSet.of(List.of(TWO)))).isFalse();
		assertThat(aboutOne.concerns(ProcSet.of(List.of(TWO, ONE)))).isTrue();
		assertThat(aboutOne.concerns(ProcSet.of(List.of()))).isTrue();
		assertThat(aboutAll.concerns(ProcSet.of(List.of(TWO)))).isTrue();
	}
}
