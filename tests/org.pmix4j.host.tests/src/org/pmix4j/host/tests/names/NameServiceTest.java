// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.names.NameService;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CompressedBytes;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.model.StoredValue;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.PublishAttributes;

/** The readers of published data, and its lifetime. */
class NameServiceTest {
	private static final Proc PUBLISHER = Proc.of("job", 0);
	private static final Proc SISTER = Proc.of("job", 1);
	private static final Proc STRANGER = Proc.of("other", 0);
	private static final int USER = 1000;
	private static final int GROUP = 100;

	private record Scheduled(Duration delay, Runnable task, AtomicBoolean canceled) {
	}

	private final List<Scheduled> timers = new ArrayList<>();
	private final NameService names = new NameService((delay, task) -> {
		Scheduled scheduled = new Scheduled(delay, task, new AtomicBoolean());
		timers.add(scheduled);
		return () -> scheduled.canceled.compareAndSet(false, true);
	});

	private static Infos of(int user, int group, Info... infos) {
		return Infos.of(infos).with(IdentityAttributes.USERID, user).with(IdentityAttributes.GRPID, group);
	}

	private static Infos of(Info... infos) {
		return of(USER, GROUP, infos);
	}

	private static Info data(String key) {
		return Info.of(key, new PmixValue.Str("value of " + key));
	}

	private static Info range(DataRange range) {
		return Info.of(PublishAttributes.RANGE, range);
	}

	private static Info users(int... ids) {
		List<PmixValue> values = new ArrayList<>();
		for (int id : ids) {
			values.add(new PmixValue.UInt32(id));
		}
		return Info.of(PublishAttributes.ACCESS_USERIDS, new DataArray(DataType.UINT32, values));
	}

	private static Status status(CompletionStage<?> stage) {
		CompletableFuture<?> future = stage.toCompletableFuture();
		assertThat(future).as("the answer").isDone();
		try {
			future.join();
			return Status.SUCCESS;
		} catch (CompletionException e) {
			return ((PmixException) e.getCause()).status();
		}
	}

	private Status publish(Proc publisher, Info... infos) {
		return status(names.publish(publisher, of(infos)));
	}

	private List<String> found(Proc reader, String... keys) {
		List<PublishedData> found = new ArrayList<>();
		for (String key : keys) {
			CompletableFuture<List<PublishedData>> answer = names.lookup(reader, List.of(key), of()).toCompletableFuture();
			if (!answer.isCompletedExceptionally()) {
				found.addAll(answer.join());
			}
		}
		return found.stream().map(PublishedData::key).toList();
	}

	private CompletableFuture<List<PublishedData>> await(List<String> keys, PmixValue wait) {
		return names.lookup(SISTER, keys, of(Info.of(KeyValueAttributes.WAIT.key(), wait), Info.of(KeyValueAttributes.TIMEOUT, 3)))
				.toCompletableFuture();
	}

	@Test
	void lookup_published_givesValueAndPublisher() {
		publish(PUBLISHER, data("key"));

		assertThat(names.lookup(STRANGER, List.of("key"), of()).toCompletableFuture().join())
				.containsExactly(new PublishedData(PUBLISHER, "key", new PmixValue.Str("value of key")));
	}

	@Test
	void lookup_severalKeys_givesThePublishedOnes() {
		publish(PUBLISHER, data("a"), data("b"));

		assertThat(names.lookup(SISTER, List.of("b", "none", "a"), of()).toCompletableFuture().join()).extracting(PublishedData::key)
				.containsExactly("b", "a");
		assertThat(status(names.lookup(SISTER, List.of("none"), of()))).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(status(names.lookup(SISTER, List.of(), of()))).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@ParameterizedTest
	@CsvSource({ "PROC_LOCAL,true,false,false", "NAMESPACE,true,true,false", "LOCAL,true,true,true", "SESSION,true,true,true",
			"GLOBAL,true,true,true", "UNDEF,true,true,true", "RM,false,false,false" })
	void publish_eachRange_isFoundOnlyWithinIt(String name, boolean self, boolean sister, boolean stranger) throws Exception {
		DataRange range = (DataRange) DataRange.class.getField(name).get(null);
		publish(PUBLISHER, range(range), data("key"));

		assertThat(List.of(found(PUBLISHER, "key").size(), found(SISTER, "key").size(), found(STRANGER, "key").size()))
				.containsExactly(self ? 1 : 0, sister ? 1 : 0, stranger ? 1 : 0);
	}

	@ParameterizedTest
	@CsvSource({ "PROC_LOCAL,SISTER,false", "NAMESPACE,SISTER,true", "NAMESPACE,STRANGER,false", "SESSION,STRANGER,true",
			"RM,STRANGER,true", "INVALID,STRANGER,true" })
	void lookup_eachRange_findsOnlyPublishersWithinIt(String name, String who, boolean found) throws Exception {
		publish(PUBLISHER, data("key"));
		Info range = range((DataRange) DataRange.class.getField(name).get(null));

		assertThat(status(names.lookup(who.equals("SISTER") ? SISTER : STRANGER, List.of("key"), of(range))))
				.isEqualTo(found ? Status.SUCCESS : Status.ERR_NOT_FOUND);
	}

	@Test
	void publish_customRange_isFoundOnlyByItsProcesses() {
		assertThat(publish(PUBLISHER, range(DataRange.CUSTOM), data("key"))).as("custom range without a process").isEqualTo(Status.ERR_BAD_PARAM);
		publish(PUBLISHER, range(DataRange.CUSTOM), Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.wildcard("other")), data("key"));

		assertThat(found(STRANGER, "key")).hasSize(1);
		assertThat(found(SISTER, "key")).isEmpty();
	}

	@Test
	void publish_sameKeyInTheSameRange_isDuplicate() {
		publish(PUBLISHER, data("key"));

		assertThat(publish(STRANGER, data("key"))).isEqualTo(Status.ERR_DUPLICATE_KEY);
		assertThat(publish(PUBLISHER, data("new"), data("key"))).isEqualTo(Status.ERR_DUPLICATE_KEY);
		assertThat(found(SISTER, "new")).as("data of a refused request").isEmpty();
		assertThat(publish(PUBLISHER, data("twice"), data("twice"))).isEqualTo(Status.ERR_DUPLICATE_KEY);
		assertThat(publish(PUBLISHER, range(DataRange.NAMESPACE), data("key"))).as("another range").isEqualTo(Status.SUCCESS);
		assertThat(publish(STRANGER, range(DataRange.NAMESPACE), data("key"))).as("another job").isEqualTo(Status.SUCCESS);
	}

	@Test
	void publish_requestorAttribute_isNotData() {
		Info requestor = Info.of(IdentityAttributes.REQUESTOR, PUBLISHER);
		assertThat(publish(PUBLISHER, requestor)).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(publish(PUBLISHER, requestor, data("key"))).isEqualTo(Status.SUCCESS);

		assertThat(found(SISTER, "key", IdentityAttributes.REQUESTOR.key())).containsExactly("key");
	}

	@Test
	void publish_withoutData_isRefused() {
		assertThat(publish(PUBLISHER, range(DataRange.LOCAL))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(publish(PUBLISHER, range(DataRange.INVALID), data("key"))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(publish(PUBLISHER, Info.of(PublishAttributes.PERSISTENCE, Persistence.of(77)), data("key")))
				.isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void lookup_byAnotherUser_isRefusedUnlessAllowed() {
		publish(PUBLISHER, data("mine"));
		publish(PUBLISHER, users(7, 8), data("theirs"));
		publish(PUBLISHER, Info.of(PublishAttributes.ACCESS_PERMISSIONS,
				DataArray.of(Infos.of(Info.of(PublishAttributes.ACCESS_GRPIDS.key(), new PmixValue.UInt32(70))))), data("groups"));

		assertThat(status(names.lookup(STRANGER, List.of("mine"), of(7, GROUP)))).isEqualTo(Status.ERR_NO_PERMISSIONS);
		assertThat(status(names.lookup(STRANGER, List.of("theirs"), of(8, GROUP)))).isEqualTo(Status.SUCCESS);
		assertThat(status(names.lookup(STRANGER, List.of("theirs"), of(USER, GROUP)))).isEqualTo(Status.ERR_NO_PERMISSIONS);
		assertThat(status(names.lookup(STRANGER, List.of("groups"), of(9, 70)))).isEqualTo(Status.SUCCESS);
		assertThat(status(names.lookup(STRANGER, List.of("groups"), of(9, 71)))).isEqualTo(Status.ERR_NO_PERMISSIONS);
	}

	@Test
	void publish_malformedAccessRule_isRefused() {
		Info unknown = Info.of(PublishAttributes.ACCESS_PERMISSIONS, DataArray.of(Infos.of(data("my.rule"))));
		Info text = Info.of(PublishAttributes.ACCESS_USERIDS.key(), new PmixValue.Str("root"));

		assertThat(publish(PUBLISHER, unknown, data("key"))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(publish(PUBLISHER, text, data("key"))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(publish(PUBLISHER, users(), data("key"))).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void lookup_firstRead_removesTheData() {
		publish(PUBLISHER, Info.of(PublishAttributes.PERSISTENCE, Persistence.FIRST_READ), data("key"));

		assertThat(found(SISTER, "key")).hasSize(1);
		assertThat(found(SISTER, "key")).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "PROC,false,false", "APP,true,false", "SESSION,true,true", "INDEF,true,true", "FIRST_READ,true,true" })
	void ended_publisher_removesDataByPersistence(String name, boolean afterProcess, boolean afterJob) throws Exception {
		publish(PUBLISHER, Info.of(PublishAttributes.PERSISTENCE, (Persistence) Persistence.class.getField(name).get(null)), data("key"));

		names.ended(SISTER);
		names.ended(PUBLISHER);
		assertThat(publish(STRANGER, data("key"))).isEqualTo(afterProcess ? Status.ERR_DUPLICATE_KEY : Status.SUCCESS);
		names.unpublish(STRANGER, List.of());
		names.ended(Proc.wildcard("job"));
		assertThat(found(STRANGER, "key")).hasSize(afterJob ? 1 : 0);
	}

	@Test
	void unpublish_ownKeys_keepsThoseOfOthers() {
		publish(PUBLISHER, data("a"), data("b"), data("c"));
		publish(SISTER, data("d"));

		assertThat(status(names.unpublish(PUBLISHER, List.of("a", "d", "none")))).isEqualTo(Status.SUCCESS);
		assertThat(found(SISTER, "a", "b", "c", "d")).containsExactly("b", "c", "d");
		names.unpublish(PUBLISHER, List.of());
		assertThat(found(SISTER, "a", "b", "c", "d")).containsExactly("d");
	}

	@Test
	void lookup_waitForAll_isAnsweredWhenAllArePublished() {
		CompletableFuture<List<PublishedData>> answer = await(List.of("a", "b"), PmixValue.Bool.TRUE);

		publish(PUBLISHER, data("a"));
		assertThat(answer).isNotDone();
		publish(PUBLISHER, data("b"));
		assertThat(answer.join()).hasSize(2);
		assertThat(timers).singleElement().satisfies(timer -> assertThat(timer.canceled).isTrue());
	}

	@Test
	void lookup_waitForOne_doesNotWaitForAll() {
		CompletableFuture<List<PublishedData>> answer = await(List.of("a", "b"), new PmixValue.Int(1));

		publish(PUBLISHER, data("b"));
		assertThat(answer.join()).extracting(PublishedData::key).containsExactly("b");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void lookup_waiting_failsAtTimeoutOrEndOfReader(boolean passed) {
		CompletableFuture<List<PublishedData>> answer = await(List.of("a"), new PmixValue.Int(0));
		assertThat(timers).singleElement().satisfies(timer -> assertThat(timer.delay).isEqualTo(Duration.ofSeconds(3)));

		if (passed) {
			timers.get(0).task.run();
		} else {
			names.ended(SISTER);
		}
		assertThat(status(answer)).isEqualTo(passed ? Status.ERR_TIMEOUT : Status.ERR_NOT_FOUND);
		publish(PUBLISHER, Info.of(PublishAttributes.PERSISTENCE, Persistence.FIRST_READ), data("a"));
		assertThat(found(SISTER, "a")).as("data after the end of the lookup").hasSize(1);
	}

	@Test
	void lookup_malformedWait_isRefused() {
		assertThat(status(await(List.of("a"), new PmixValue.Str("perhaps")))).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void publish_beyondMemoryLimit_isRefusedUntilThereIsRoom() {
		ByteObject block = ByteObject.copyOf(new byte[1 << 20]);
		int most = (int) (Runtime.getRuntime().maxMemory() / 4 >> 20) + 1;
		int count = 0;
		while (count <= most && publish(PUBLISHER, Info.of("key" + count, new CompressedBytes(block))).isSuccess()) {
			count++;
		}
		assertThat(count).isPositive().isLessThanOrEqualTo(most);

		names.unpublish(PUBLISHER, List.of("key0"));
		assertThat(publish(PUBLISHER, data("small"))).isEqualTo(Status.SUCCESS);
	}

	@Test
	void publish_byAGreedyProcess_leavesRoomForOthers() {
		NameService small = new NameService((delay, task) -> () -> true, 64 << 20);
		ByteObject block = ByteObject.copyOf(new byte[1 << 20]);
		int count = 0;
		while (count < 10 && status(small.publish(PUBLISHER, of(Info.of("key" + count, block)))).isSuccess()) {
			count++;
		}

		assertThat(count).as("of 4 MiB, less than half").isEqualTo(1);
		assertThat(status(small.publish(SISTER, of(Info.of("other", block))))).isEqualTo(Status.SUCCESS);
	}

	@Test
	void publish_manyKeys_takesConstantTimeForEach() {
		for (int i = 0; i < 100_000; i++) {
			assertThat(publish(PUBLISHER, data("key" + i))).isEqualTo(Status.SUCCESS);
		}

		assertThat(publish(PUBLISHER, data("one more"))).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
	}

	@Test
	void publishedBy_namesTheValuesOfAProcessOrAJob() {
		publish(PUBLISHER, data("a"));
		publish(SISTER, data("b"));
		publish(STRANGER, data("c"));

		assertThat(names.withPublished(List.of(), PUBLISHER, 10)).containsExactly(
				new StoredValue(StoredValue.Realm.PUBLISHED, PUBLISHER.toString(), "a", new PmixValue.Str("value of a")));
		assertThat(names.withPublished(List.of(), Proc.wildcard("job"), 10)).extracting(StoredValue::key).containsExactlyInAnyOrder("a", "b");
		assertThat(names.withPublished(List.of(), Proc.wildcard("job"), 1)).hasSize(1);
	}
}
