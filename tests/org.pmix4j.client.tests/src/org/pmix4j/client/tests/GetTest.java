// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.pmix4j.client.tests.ClientFixture.JOB;
import static org.pmix4j.client.tests.ClientFixture.OTHER;
import static org.pmix4j.client.tests.ClientFixture.SECOND;
import static org.pmix4j.client.tests.ClientFixture.SELF;
import static org.pmix4j.client.tests.ClientFixture.status;
import static org.pmix4j.client.tests.ClientFixture.text;
import static org.pmix4j.client.tests.ClientFixture.values;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

class GetTest {
	private final ClientFixture fixture;
	private final FakeServer server;

	GetTest() throws PmixException {
		fixture = new ClientFixture();
		server = fixture.server;
	}

	private CompletableFuture<GetResult<PmixValue>> get(Proc proc, String key, GetOptions options) {
		return fixture.client.getAsync(proc, key, options);
	}

	private static GetResult<PmixValue> found(String value) {
		return new GetResult.Found<>(new PmixValue.Str(value));
	}

	private DataRequest.Get onlyRequest() {
		return (DataRequest.Get) onlyOf(server.takeRequests());
	}

	private static <T> T onlyOf(List<T> list) {
		assertThat(list).hasSize(1);
		return list.getFirst();
	}

	@Test
	void get_knownValue_sendsNothing() throws PmixException {
		assertThat(fixture.client.get(JOB, JobAttributes.JOB_SIZE).orElseThrow()).isEqualTo(4);
		assertThat(fixture.client.get(new Proc("", Rank.WILDCARD), JobAttributes.JOB_SIZE).orElseThrow()).isEqualTo(4);
		assertThat(server.takeRequests()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix.get.static", "pmix.nothing", "foo.bar" })
	void get_requiredWithoutEffect_isRefusedThoughTheValueIsHere(String key) throws PmixException {
		Info info = Info.of(key, PmixValue.Bool.TRUE);

		assertThat(fixture.client.get(JOB, JobAttributes.JOB_SIZE.key(), GetOptions.DEFAULT.plusInfos(info))).isInstanceOf(GetResult.Found.class);
		assertThatThrownBy(() -> fixture.client.get(JOB, JobAttributes.JOB_SIZE.key(), GetOptions.DEFAULT.plusInfos(info.required())))
				.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_NOT_SUPPORTED));
		assertThat(server.takeRequests()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix.node.info", "pmix.optional", "pmix.appnum", "pmix.timeout" })
	void get_directiveOfTheWrongType_isRefusedThoughTheValueIsHere(String key) {
		GetOptions wrong = GetOptions.DEFAULT.plusInfos(Info.of(key, new PmixValue.Str("x")));

		assertThatThrownBy(() -> fixture.client.get(JOB, JobAttributes.JOB_SIZE.key(), wrong))
				.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_BAD_PARAM));
	}

	@Test
	void get_ownValueBeforeCommit_isFound() throws PmixException {
		fixture.client.put(Scope.REMOTE, "mine", new PmixValue.Str("v"));

		assertThat(fixture.client.get(SELF, "mine")).isEqualTo(found("v"));
	}

	@Test
	void get_valueOfAnotherRank_asksTheServerOnce() {
		CompletableFuture<GetResult<PmixValue>> first = get(OTHER, "a", GetOptions.DEFAULT);

		assertThat(onlyRequest()).isEqualTo(new DataRequest.Get("job1", Rank.of(2), Infos.EMPTY, "a"));
		server.reply(values(OTHER, text("a", "1"), text("b", "2")));

		assertThat(fixture.ended(first)).isEqualTo(found("1"));
		assertThat(fixture.ended(get(OTHER, "b", GetOptions.DEFAULT))).isEqualTo(found("2"));
		assertThat(server.takeRequests()).isEmpty();
	}

	@Test
	void get_replyWithDataOfSeveralRanks_storesAll() {
		CompletableFuture<GetResult<PmixValue>> first = get(OTHER, "a", GetOptions.DEFAULT);
		server.takeRequests();
		server.reply(new Reply.GetReply(Status.SUCCESS, List.of(new ProcData(OTHER, KvalBlob.of(List.of(text("a", "2")))),
				new ProcData(Proc.of("job1", 3), KvalBlob.of(List.of(text("a", "3")))))));

		assertThat(fixture.ended(first)).isEqualTo(found("2"));
		assertThat(fixture.ended(get(Proc.of("job1", 3), "a", GetOptions.OPTIONAL))).isEqualTo(found("3"));
	}

	@Test
	void get_pendingGetForTheSameProcess_sharesItsReply() {
		CompletableFuture<GetResult<PmixValue>> first = get(OTHER, "a", GetOptions.DEFAULT);
		CompletableFuture<GetResult<PmixValue>> second = get(OTHER, "b", GetOptions.DEFAULT);

		assertThat(onlyRequest().key()).isEqualTo("a");
		server.reply(values(OTHER, text("a", "1"), text("b", "2")));

		assertThat(fixture.ended(first)).isEqualTo(found("1"));
		assertThat(fixture.ended(second)).isEqualTo(found("2"));
	}

	@Test
	void get_sharedReplyWithoutItsKey_asksAgain() {
		get(OTHER, "a", GetOptions.DEFAULT);
		CompletableFuture<GetResult<PmixValue>> second = get(OTHER, "b", GetOptions.DEFAULT);
		server.takeRequests();
		server.reply(status(Status.ERR_NOT_FOUND));

		assertThat(onlyRequest().key()).isEqualTo("b");
		server.reply(values(OTHER, text("b", "2")));
		assertThat(fixture.ended(second)).isEqualTo(found("2"));
	}

	@Test
	void get_immediateDuringAPendingGet_doesNotWaitForIt() {
		CompletableFuture<GetResult<PmixValue>> patient = get(OTHER, "a", GetOptions.DEFAULT);
		server.takeRequests();
		server.behave(request -> Optional.of(status(Status.ERR_NOT_FOUND)));

		CompletableFuture<GetResult<PmixValue>> immediate = get(OTHER, "b", GetOptions.IMMEDIATE);

		assertThat(fixture.ended(immediate).status()).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(onlyRequest().infos()).isEqualTo(Infos.EMPTY.with(KeyValueAttributes.IMMEDIATE, true));
		assertThat(patient).isNotDone();
	}

	@Test
	void get_missingReservedKey_isImmediate() {
		CompletableFuture<GetResult<PmixValue>> result = get(SELF, "pmix.locstr", GetOptions.DEFAULT);

		assertThat(onlyRequest().infos()).isEqualTo(Infos.EMPTY.with(KeyValueAttributes.IMMEDIATE, true));
		server.reply(status(Status.SUCCESS));
		assertThat(fixture.ended(result)).isInstanceOf(GetResult.NotFound.class);
	}

	@Test
	void get_optional_sendsNothing() {
		GetResult<PmixValue> result = fixture.ended(get(OTHER, "a", GetOptions.OPTIONAL));

		assertThat(result).isInstanceOf(GetResult.NotFound.class);
		assertThat(server.takeRequests()).isEmpty();
	}

	@Test
	void get_attributesOfAnEffort_actAsOptions() {
		GetResult<PmixValue> optional = fixture.ended(get(OTHER, "a", GetOptions.DEFAULT.plusInfos(
				Info.of(KeyValueAttributes.OPTIONAL, true), Info.of(KeyValueAttributes.IMMEDIATE, false))));
		assertThat(optional).isInstanceOf(GetResult.NotFound.class);
		assertThat(server.takeRequests()).isEmpty();

		get(OTHER, "a", GetOptions.DEFAULT.plusInfos(Info.of(KeyValueAttributes.IMMEDIATE, true)));
		assertThat(onlyRequest().infos()).isEqualTo(Infos.EMPTY.with(KeyValueAttributes.IMMEDIATE, true));

		CompletableFuture<GetResult<PmixValue>> limited = get(OTHER, "b",
				GetOptions.DEFAULT.plusInfos(Info.of(KeyValueAttributes.TIMEOUT, 1)));
		assertThat(onlyRequest().infos()).isEqualTo(Infos.EMPTY.with(KeyValueAttributes.TIMEOUT, 1));
		fixture.loop.advance(SECOND.plus(SECOND));
		assertThat(fixture.ended(limited)).isInstanceOf(GetResult.TimedOut.class);
	}

	@Test
	void get_attributeOfRefresh_asksForAKnownValue() throws PmixException {
		fixture.client.put(Scope.REMOTE, "mine", new PmixValue.Str("v"));

		get(SELF, "mine", GetOptions.DEFAULT.plusInfos(Info.of(KeyValueAttributes.GET_REFRESH_CACHE, true)));

		assertThat(server.takeRequests()).hasSize(1);
	}

	@Test
	void get_valueOutsideScope_hasTheStatusOfTheServer() {
		CompletableFuture<GetResult<PmixValue>> result = get(OTHER, "a", GetOptions.DEFAULT);
		server.takeRequests();
		server.reply(status(Status.ERR_EXISTS_OUTSIDE_SCOPE));

		assertThat(fixture.ended(result).status()).isEqualTo(Status.ERR_EXISTS_OUTSIDE_SCOPE);
	}

	@Test
	void get_refusedByTheServer_fails() {
		CompletableFuture<GetResult<PmixValue>> result = get(OTHER, "a", GetOptions.DEFAULT);
		server.takeRequests();
		server.reply(status(Status.ERR_NOT_SUPPORTED));

		assertThat(fixture.failure(result)).isEqualTo(Status.ERR_NOT_SUPPORTED);
	}

	@Test
	void get_withLimit_sendsWholeSecondsAndEndsInTime() {
		CompletableFuture<GetResult<PmixValue>> result = get(OTHER, "a", GetOptions.DEFAULT.withLimit(Duration.ofMillis(1500)));

		assertThat(onlyRequest().infos()).isEqualTo(Infos.EMPTY.with(KeyValueAttributes.TIMEOUT, 2));
		fixture.loop.advance(SECOND);
		assertThat(result).isNotDone();
		fixture.loop.advance(SECOND);
		assertThat(fixture.ended(result)).isInstanceOf(GetResult.TimedOut.class);
	}

	@Test
	void get_timeoutAtTheServer_isTimedOut() {
		CompletableFuture<GetResult<PmixValue>> result = get(OTHER, "a", GetOptions.DEFAULT);
		server.takeRequests();
		server.reply(status(Status.ERR_TIMEOUT));

		assertThat(fixture.ended(result)).isInstanceOf(GetResult.TimedOut.class);
	}

	@Test
	void get_withoutLimit_endsAfterTheRequestLimit() {
		CompletableFuture<GetResult<PmixValue>> result = get(OTHER, "a", GetOptions.DEFAULT);

		assertThat(onlyRequest().infos()).isEqualTo(Infos.EMPTY);
		fixture.loop.advance(Duration.ofSeconds(30));
		assertThat(fixture.ended(result)).isInstanceOf(GetResult.TimedOut.class);
	}

	@Test
	void get_sharedRequestTimesOut_asksAgainWithItsOwnLimit() {
		get(OTHER, "a", GetOptions.DEFAULT.withLimit(SECOND));
		fixture.loop.run();
		CompletableFuture<GetResult<PmixValue>> patient = get(OTHER, "a", GetOptions.DEFAULT);
		assertThat(server.takeRequests()).hasSize(1);

		fixture.loop.advance(SECOND);

		assertThat(patient).isNotDone();
		assertThat(onlyRequest().infos()).isEqualTo(Infos.EMPTY);
		server.reply(status(Status.ERR_TIMEOUT)); // to the first request, which is no longer pending
		server.reply(values(OTHER, text("a", "1")));
		assertThat(fixture.ended(patient)).isEqualTo(found("1"));
	}

	@Test
	void get_refreshOfAKnownValue_asksTheServer() {
		get(OTHER, "a", GetOptions.DEFAULT);
		server.takeRequests();
		server.reply(values(OTHER, text("a", "old")));
		fixture.loop.run();

		CompletableFuture<GetResult<PmixValue>> result = get(OTHER, "a", GetOptions.REFRESH);

		assertThat(onlyRequest().infos()).isEqualTo(Infos.EMPTY.with(KeyValueAttributes.GET_REFRESH_CACHE, true));
		server.reply(values(OTHER, text("a", "new")));
		assertThat(fixture.ended(result)).isEqualTo(found("new"));
	}

	@Test
	void get_refreshWithEmptyReply_asksAgain() {
		get(OTHER, "a", GetOptions.DEFAULT);
		server.takeRequests();
		server.reply(values(OTHER, text("a", "old")));
		CompletableFuture<GetResult<PmixValue>> result = get(OTHER, "a", GetOptions.REFRESH);
		server.takeRequests();
		server.reply(status(Status.SUCCESS));

		assertThat(onlyRequest().infos()).isEqualTo(Infos.EMPTY);
		server.reply(values(OTHER, text("a", "new")));
		assertThat(fixture.ended(result)).isEqualTo(found("new"));
	}

	@Test
	void get_refreshAtRelease5_sendsRefreshCache() throws PmixException {
		ClientFixture newer = new ClientFixture("5.0.3");
		CompletableFuture<GetResult<PmixValue>> result = newer.client.getAsync(OTHER, "a", GetOptions.REFRESH);

		assertThat(onlyOf(newer.server.takeRequests())).isEqualTo(new DataRequest.RefreshCache("job1", Rank.of(2)));
		newer.server.reply(new Reply.RefreshReply(Status.SUCCESS, KvalBlob.of(List.of(text("a", "new")))));
		assertThat(newer.ended(result)).isEqualTo(found("new"));
	}

	@Test
	void get_valueOfAnotherNode_isNotStoredForTheOwnNode() {
		CompletableFuture<GetResult<PmixValue>> result = get(JOB, NodeAttributes.LOCAL_SIZE.key(), GetOptions.DEFAULT.plusNode("there"));
		server.takeRequests();
		server.reply(values(JOB, new Kval(NodeAttributes.LOCAL_SIZE.key(), new PmixValue.UInt32(9))));

		assertThat(fixture.ended(result)).isEqualTo(new GetResult.Found<>(new PmixValue.UInt32(9)));
		GetResult<PmixValue> own = fixture.ended(get(JOB, NodeAttributes.LOCAL_SIZE.key(), GetOptions.OPTIONAL));
		assertThat(own).isInstanceOf(GetResult.NotFound.class);
	}

	@Test
	void get_reservedKeyOfAnotherJob_fetchesAllItsJobInformation() {
		CompletableFuture<GetResult<PmixValue>> result = get(Proc.of("job2", 0), "pmix.lrank", GetOptions.DEFAULT);

		DataRequest.Get request = onlyRequest();
		assertThat(request).isEqualTo(new DataRequest.Get("job2", Rank.WILDCARD, Infos.EMPTY.with(KeyValueAttributes.IMMEDIATE, true), ""));
		Reply.SpawnReply recorded = spawned();
		server.reply(new Reply.GetReply(Status.SUCCESS, List.of(new ProcData(Proc.wildcard("job2"), recorded.data()))));
		assertThat(fixture.ended(result)).isEqualTo(new GetResult.Found<>(new PmixValue.UInt16((short) 0)));
		assertThat(fixture.ended(get(Proc.wildcard("job2"), "pmix.job.size", GetOptions.DEFAULT)).value()).isPresent();
		assertThat(server.takeRequests()).isEmpty();
	}

	private static Reply.SpawnReply spawned() {
		try {
			return RecordedReply.of("spawn", "SPAWNNB").getFirst().decode(ReplyKind.SPAWN);
		} catch (PmixException malformed) {
			throw new AssertionError(malformed);
		}
	}

	@Test
	void get_valueOfAnotherType_fails() {
		CompletableFuture<GetResult<Integer>> result = fixture.client.getAsync(OTHER, Attribute.of("a", ValueType.INT), GetOptions.DEFAULT);
		server.takeRequests();
		server.reply(values(OTHER, text("a", "no number")));

		assertThat(fixture.failure(result)).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void orElseThrow_missingValue_namesKeyAndProcess() {
		GetResult<PmixValue> missing = fixture.ended(get(OTHER, "lost.key", GetOptions.OPTIONAL));

		assertThat(catchThrowable(missing::orElseThrow)).isInstanceOf(PmixException.class)
				.hasMessageContaining("lost.key").hasMessageContaining("job1:2");
	}
}
