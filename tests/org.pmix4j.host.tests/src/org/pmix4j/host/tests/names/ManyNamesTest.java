// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.names.NameService;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.PublishAttributes;

/**
 * Publishes and looks up as much as one process can. The host's thread is that of the server, so no call may take long. The limit of
 * processor time is far above what is needed and far below what quadratic work takes.
 */
class ManyNamesTest {
	private static final Duration LIMIT = Duration.ofSeconds(1);
	private static final Proc PUBLISHER = Proc.of("job", 0);
	private static final Proc READER = Proc.of("job", 1);
	private static final int KEYS = 30_000;

	private final NameService names = new NameService((delay, task) -> () -> true);

	private static List<String> keys(int from, int count) {
		return IntStream.range(from, from + count).mapToObj(i -> "key" + i).toList();
	}

	private static Infos data(List<String> keys, Info... directives) {
		return new Infos(Stream.concat(Stream.of(directives), keys.stream().map(key -> Info.of(key, new PmixValue.Str("value")))).toList())
				.with(IdentityAttributes.USERID, 1);
	}

	private static Infos waiting() {
		return Infos.of(Info.of(KeyValueAttributes.WAIT.key(), PmixValue.Bool.TRUE)).with(IdentityAttributes.USERID, 1);
	}

	/** Returns the result of a call, which must not take long. */
	private static <T> T quick(Supplier<T> call) {
		long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
		T result = call.get();
		assertThat(Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin)).isLessThan(LIMIT);
		return result;
	}

	private CompletableFuture<Void> publish(Infos infos) {
		return quick(() -> names.publish(PUBLISHER, infos)).toCompletableFuture();
	}

	private CompletableFuture<List<PublishedData>> lookup(List<String> keys, Infos infos) {
		return quick(() -> names.lookup(READER, keys, infos)).toCompletableFuture();
	}

	@Test
	void lookup_90000KeysOfFirstRead_removesThemQuickly() {
		for (int i = 0; i < 3; i++) {
			publish(data(keys(i * KEYS, KEYS), Info.of(PublishAttributes.PERSISTENCE, Persistence.FIRST_READ))).join();
		}

		for (int i = 0; i < 3; i++) {
			assertThat(lookup(keys(i * KEYS, KEYS), data(List.of())).join()).hasSize(KEYS);
		}
		assertThat(lookup(keys(0, KEYS), data(List.of()))).isCompletedExceptionally();
	}

	@Test
	void publish_whileLookupsWaitForManyOtherKeys_isQuick() {
		List<CompletableFuture<List<PublishedData>>> waiting = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			List<String> wanted = new ArrayList<>(keys(0, 20_000));
			wanted.add("last" + i);
			waiting.add(lookup(wanted, waiting()));
		}
		assertThat(waiting).noneMatch(CompletableFuture::isDone);
		publish(data(keys(0, 20_000))).join();
		for (int i = 0; i < 1000; i++) {
			publish(data(List.of("other" + i))).join();
		}
		assertThat(waiting).noneMatch(CompletableFuture::isDone);
		publish(data(List.of("last3"))).join();

		assertThat(waiting.get(3).join()).hasSize(20_001);
		assertThat(waiting.stream().filter(CompletableFuture::isDone)).hasSize(1);
	}

	@Test
	void lookup_waitingForTooManyKeys_isRefusedUntilOthersEnd() {
		for (int i = 0; i < 4; i++) {
			assertThat(lookup(keys(0, KEYS), waiting())).isNotDone();
		}
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> lookup(keys(0, KEYS), waiting()).get()).havingCause()
				.isInstanceOf(PmixException.class)
				.satisfies(problem -> assertThat(((PmixException) problem).status()).isEqualTo(Status.ERR_OUT_OF_RESOURCE));

		names.ended(READER);
		assertThat(lookup(keys(0, KEYS), waiting())).isNotDone();
	}

	@Test
	void lookup_keysWithALongCustomRange_isQuick() {
		List<Proc> range = new ArrayList<>(IntStream.range(0, KEYS).mapToObj(rank -> Proc.of("reader", rank)).toList());
		range.add(READER);
		publish(data(keys(0, KEYS), Info.of(PublishAttributes.RANGE, DataRange.CUSTOM),
				Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), DataArray.ofProcs(range)))).join();

		assertThat(lookup(keys(0, KEYS), data(List.of())).join()).hasSize(KEYS);
	}

	@Test
	void unpublish_oneKeyOfMany_leavesTheOthers() {
		publish(data(keys(0, KEYS))).join();
		quick(() -> names.unpublish(PUBLISHER, List.of("key7"))).toCompletableFuture().join();

		assertThat(lookup(List.of("key7"), data(List.of()))).isCompletedExceptionally();
		assertThat(lookup(List.of("key8"), data(List.of())).join()).hasSize(1);
	}
}
