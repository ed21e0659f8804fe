// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.tests.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.job.inspection.AllocationEntry;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.inspection.InspectionKeys;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.StoredValue;
import org.pmix4j.model.Wait;
import org.pmix4j.model.bytes.Signals;

/** Tests the answers of a host of ours to queries of our tools. */
class InspectionTest {
	private static Infos answers(Info info) {
		return Infos.of(info);
	}

	@Test
	void waits_areReadAsTheyWereTold() throws PmixException {
		List<Wait> waits = List.of(
				new Wait("fence of job@1 waits for rank 1 of job@1", List.of(Proc.wildcard("job@1")), List.of(Proc.of("job@1", 1)),
						Duration.ofMillis(4200)),
				new Wait("lookup of [key] for job@1:0 waits for the host", List.of(), List.of(), Duration.ZERO));

		assertThat(Inspection.waits(answers(Inspection.tellWaits(waits.stream())))).isEqualTo(waits);
		assertThat(Inspection.waits(answers(Inspection.tellWaits(Stream.empty())))).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void values_areReadAsTheyWereTold(StoredValue.Realm realm) throws PmixException {
		List<StoredValue> values = List.of(new StoredValue(realm, "", "pmix.job.size", new PmixValue.UInt32(4)),
				new StoredValue(realm, "job@1:3", "own key", new PmixValue.Str("text")));

		assertThat(Inspection.values(answers(Inspection.tellValues(values)))).isEqualTo(values);
	}

	@Test
	void allocations_areReadAsTheyWereTold() throws PmixException {
		List<AllocationEntry> allocations = List.of(new AllocationEntry("alloc1", "", "ACTIVE", Proc.of("tool", 0), false, 4, "n1,n2"),
				new AllocationEntry("alloc2", "next", AllocationEntry.WAITING, Proc.of("job@1", 3), true, 0, ""));

		assertThat(Inspection.allocations(answers(Inspection.tellAllocations(allocations)))).isEqualTo(allocations);
		assertThat(Inspection.allocations(answers(Inspection.tellAllocations(List.of())))).isEmpty();
		assertThatThrownBy(() -> Inspection.allocations(Infos.EMPTY)).isInstanceOf(PmixException.class).hasMessageContaining("pmix4j.allocs");
	}

	@Test
	void stops_areReadAsTheyWereTold() throws PmixException {
		Instant since = Instant.now().minusSeconds(60);
		RankProcess stopped = rank(1, Optional.of(new RankStop(Signals.TTIN, since)));

		Map<Proc, RankStop> stops = Inspection.stops(answers(Inspection.tellStops(List.of(rank(0, Optional.empty()), stopped))));

		assertThat(stops).containsOnlyKeys(stopped.proc());
		assertThat(stops.get(stopped.proc()).signalName()).isEqualTo("SIGTTIN");
		assertThat(stops.get(stopped.proc()).since()).isCloseTo(since, within(30, ChronoUnit.SECONDS));
		assertThat(Inspection.stops(answers(Inspection.tellStops(List.of())))).isEmpty();
		assertThatThrownBy(() -> Inspection.stops(Infos.EMPTY)).isInstanceOf(PmixException.class).hasMessageContaining("pmix4j.stops");
	}

	private static RankProcess rank(int number, Optional<RankStop> stop) {
		return (RankProcess) Proxy.newProxyInstance(InspectionTest.class.getClassLoader(), new Class<?>[]{RankProcess.class},
				(proxy, method, arguments) -> method.getName().equals("stop") ? stop : Proc.of("job@1", number));
	}

	@Test
	void answers_ofAnotherForm_areRefused() {
		assertThatThrownBy(() -> Inspection.waits(Infos.EMPTY)).isInstanceOf(PmixException.class).hasMessageContaining("pmix4j.waits");
		Info empty = Info.of(InspectionKeys.WAITS, DataArray.of(Infos.of(Info.of("pmix4j.wait", DataArray.of(Infos.EMPTY)))));
		assertThatThrownBy(() -> Inspection.waits(answers(empty))).isInstanceOf(PmixException.class).hasMessageContaining("pmix4j.wait.text");
		Info text = Info.of(InspectionKeys.VALUES.key(), new PmixValue.Str("text"));
		assertThatThrownBy(() -> Inspection.values(answers(text))).isInstanceOf(PmixException.class);
		Info realm = Info.of(InspectionKeys.VALUES, DataArray.of(Infos.of(Info.of("pmix4j.value", DataArray.of(Infos.of(
				Info.of("pmix4j.value.realm", new PmixValue.Str("moon")), Info.of("pmix4j.value.subject", new PmixValue.Str("")),
				Info.of("key", new PmixValue.Str("value"))))))));
		assertThatThrownBy(() -> Inspection.values(answers(realm))).isInstanceOf(PmixException.class).hasMessageContaining("moon");
	}
}
