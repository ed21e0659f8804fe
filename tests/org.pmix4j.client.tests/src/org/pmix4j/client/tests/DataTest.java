// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.pmix4j.client.tests.ClientFixture.JOB;
import static org.pmix4j.client.tests.ClientFixture.OTHER;
import static org.pmix4j.client.tests.ClientFixture.SECOND;
import static org.pmix4j.client.tests.ClientFixture.SELF;
import static org.pmix4j.client.tests.ClientFixture.status;
import static org.pmix4j.client.tests.ClientFixture.text;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ScopedData;

class DataTest {
	private final ClientFixture fixture;
	private final FakeServer server;

	DataTest() throws PmixException {
		fixture = new ClientFixture();
		server = fixture.server;
	}

	private void put(Scope scope, String key, String value) throws PmixException {
		fixture.client.put(scope, key, new PmixValue.Str(value));
	}

	private List<ScopedData> committed() {
		return ((DataRequest.Commit) server.takeRequests().getLast()).data();
	}

	private static List<Kval> kvals(ScopedData part) throws PmixException {
		return part.data().kvals(Limits.DEFAULT);
	}

	@Test
	void commit_allScopes_sendsLocalThenRemotePartWithGlobalValuesInBoth() throws PmixException {
		put(Scope.REMOTE, "r", "1");
		put(Scope.GLOBAL, "g", "2");
		put(Scope.LOCAL, "l", "3");
		put(Scope.INTERNAL, "i", "4");
		CompletableFuture<Void> commit = fixture.client.commitAsync();

		List<ScopedData> parts = committed();
		assertThat(parts).extracting(ScopedData::scope).containsExactly(Scope.LOCAL, Scope.REMOTE);
		assertThat(kvals(parts.get(0))).containsExactly(text("g", "2"), text("l", "3"));
		assertThat(kvals(parts.get(1))).containsExactly(text("r", "1"), text("g", "2"));
		server.reply(Reply.StatusReply.OK);
		fixture.ended(commit);
	}

	private void seat(String value, String row) throws PmixException {
		fixture.client.put(Scope.GLOBAL, KeyValueAttributes.QUALIFIED_VALUE.key(), qualified(value, Info.of("row", new PmixValue.Str(row))));
	}

	private static DataArray qualified(String value, Info row) {
		return DataArray.of(Infos.of(Info.of("seat", new PmixValue.Str(value)), row));
	}

	@Test
	void commit_qualifiedValues_sendsTheLastOfEachQualifier() throws PmixException {
		seat("1", "a");
		seat("2", "b");
		seat("3", "a");
		put(Scope.GLOBAL, "seat", "0");
		fixture.client.commitAsync();

		String key = KeyValueAttributes.QUALIFIED_VALUE.key();
		assertThat(kvals(committed().getFirst())).containsExactly(
				new Kval(key, qualified("3", Info.of("row", new PmixValue.Str("a")).qualifier())),
				new Kval(key, qualified("2", Info.of("row", new PmixValue.Str("b")).qualifier())), text("seat", "0"));
		GetOptions ofA = GetOptions.OPTIONAL.plusInfos(Info.of("row", new PmixValue.Str("a")).qualifier());
		assertThat(fixture.client.get(SELF, "seat", ofA)).isEqualTo(new GetResult.Found<>(new PmixValue.Str("3")));
		assertThat(fixture.client.get(SELF, "seat", GetOptions.OPTIONAL)).isEqualTo(new GetResult.Found<>(new PmixValue.Str("0")));
	}

	@Test
	void put_malformedQualifiedValue_isRefused() {
		Info good = Info.of("seat", new PmixValue.Str("1"));
		for (PmixValue value : List.of(new PmixValue.Str("x"), DataArray.of(Infos.of(good)), DataArray.of(Infos.EMPTY),
				DataArray.of(Infos.of(Info.of("pmix.job.size", new PmixValue.UInt32(1)), good)))) {
			assertThatThrownBy(() -> fixture.client.put(Scope.GLOBAL, KeyValueAttributes.QUALIFIED_VALUE.key(), value)).as("%s", value)
					.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_BAD_PARAM));
		}
	}

	@Test
	void commit_afterMorePuts_sendsAllAgain() throws PmixException {
		put(Scope.LOCAL, "a", "1");
		fixture.client.commitAsync();
		put(Scope.LOCAL, "b", "2");
		put(Scope.LOCAL, "a", "3");
		fixture.client.commitAsync();

		assertThat(kvals(committed().getFirst())).containsExactly(text("a", "3"), text("b", "2"));
	}

	@Test
	void commit_withoutNewPuts_sendsNoData() throws PmixException {
		put(Scope.LOCAL, "a", "1");
		fixture.client.commitAsync();
		fixture.client.commitAsync();

		assertThat(committed()).isEmpty();
	}

	@Test
	void commit_afterAFailedOne_sendsItsData() throws PmixException {
		put(Scope.LOCAL, "a", "1");
		CompletableFuture<Void> failed = fixture.client.commitAsync();
		server.takeRequests();
		server.reply(status(Status.ERR_OUT_OF_RESOURCE));
		assertThat(fixture.failure(failed)).isEqualTo(Status.ERR_OUT_OF_RESOURCE);

		fixture.client.commitAsync();

		assertThat(kvals(committed().getFirst())).containsExactly(text("a", "1"));
	}

	@Test
	void commit_silentServer_failsAfterTheRequestLimit() {
		CompletableFuture<Void> commit = fixture.client.commitAsync();

		fixture.loop.advance(Duration.ofSeconds(30));

		assertThat(fixture.failure(commit)).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void put_typedKey_storesItsType() throws PmixException {
		Attribute<Integer> port = Attribute.of("port", ValueType.UINT16);
		fixture.client.put(Scope.GLOBAL, port, 65_000);

		assertThat(fixture.client.get(SELF, "port").orElseThrow()).isEqualTo(new PmixValue.UInt16((short) 65_000));
		assertThat(fixture.client.get(SELF, port).orElseThrow()).isEqualTo(65_000);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "pmix.hname", "pmixed", "nul\0nul" })
	void put_invalidKey_fails(String key) {
		assertThat(catchThrowableOfType(PmixException.class, () -> put(Scope.GLOBAL, key, "v")).status()).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void put_undefinedScope_fails() {
		assertThat(catchThrowableOfType(PmixException.class, () -> put(Scope.UNDEF, "k", "v"))).hasMessageContaining("GLOBAL");
	}

	@Test
	void fence_withoutParticipants_isOfTheOwnNamespace() {
		CompletableFuture<Void> fence = fixture.client.fenceAsync(List.of(), FenceOptions.DEFAULT);

		assertThat(server.takeRequests()).containsExactly(new DataRequest.Fence(List.of(JOB), Infos.EMPTY));
		assertThat(fence).isNotDone();
		server.reply(Reply.StatusReply.OK);
		fixture.ended(fence);
	}

	@Test
	void fence_collectWithLimit_sendsBothAndEndsInTime() {
		List<Proc> two = List.of(SELF, OTHER);
		CompletableFuture<Void> fence = fixture.client.fenceAsync(two, FenceOptions.COLLECT.withLimit(SECOND));

		assertThat(server.takeRequests()).containsExactly(new DataRequest.Fence(two,
				Infos.EMPTY.with(KeyValueAttributes.COLLECT_DATA, true).with(KeyValueAttributes.TIMEOUT, 1)));
		fixture.loop.advance(SECOND);
		assertThat(fixture.failure(fence)).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void fence_limitAsAttribute_isSentOnceAndEndsInTime() {
		Info timeout = Info.of(KeyValueAttributes.TIMEOUT, 900);
		CompletableFuture<Void> fence = fixture.client.fenceAsync(List.of(), FenceOptions.DEFAULT.plusInfos(timeout));

		assertThat(server.takeRequests()).singleElement().isInstanceOfSatisfying(DataRequest.Fence.class,
				request -> assertThat(request.infos()).isEqualTo(Infos.of(timeout)));
		fixture.loop.advance(Duration.ofSeconds(899));
		assertThat(fence).isNotDone();
		fixture.loop.advance(Duration.ofSeconds(2));
		assertThat(fixture.failure(fence)).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void fence_withoutLimit_failsAfterTheFenceLimit() {
		CompletableFuture<Void> fence = fixture.client.fenceAsync(List.of(), FenceOptions.DEFAULT);

		fixture.loop.advance(Duration.ofMinutes(9));
		assertThat(fence).isNotDone();
		fixture.loop.advance(Duration.ofMinutes(1));
		assertThat(fixture.failure(fence)).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void fence_participantDied_failsWithTheStatusOfTheServer() {
		CompletableFuture<Void> fence = fixture.client.fenceAsync(List.of(), FenceOptions.DEFAULT);
		server.takeRequests();
		server.reply(status(Status.ERR_PARTIAL_SUCCESS));

		assertThat(fixture.failure(fence)).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
	}
}
