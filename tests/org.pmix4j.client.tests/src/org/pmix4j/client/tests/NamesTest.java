// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.client.names.Names;
import org.pmix4j.client.names.PublishOptions;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.PublishAttributes;
import org.pmix4j.wire.internal.handshake.ProcessUser;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Reply;

/** Tests publish, lookup and unpublish: the requests that they send and the outcome of each reply. */
class NamesTest {
	private static final Info PORT = Info.of("port", new PmixValue.Str("1234"));
	private static final int UID = ProcessUser.ids().orElseThrow().uid();

	private ClientFixture fixture;
	private Names names;

	@BeforeEach
	void open() throws PmixException {
		fixture = new ClientFixture();
		names = fixture.client.names();
	}

	@Test
	void publish_defaults_sendsTheDataAlone() {
		CompletableFuture<Void> published = names.publishAsync(Infos.of(PORT), PublishOptions.DEFAULT);

		assertThat(fixture.server.takeRequests()).containsExactly(new DataRequest.Publish(UID, Infos.of(PORT)));
		fixture.server.reply(Reply.StatusReply.OK);
		assertThat(fixture.failure(published)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void publish_allOptions_followTheData() {
		PublishOptions options = PublishOptions.of(DataRange.NAMESPACE, Persistence.FIRST_READ).withUsers(7, -2).withGroups(8)
				.withLimit(Duration.ofMillis(1500));

		names.publishAsync(Infos.of(PORT), options);

		Infos access = Infos.EMPTY
				.with(PublishAttributes.ACCESS_USERIDS,
						new DataArray(DataType.UINT32, List.of(new PmixValue.UInt32(7), new PmixValue.UInt32(-2))))
				.with(PublishAttributes.ACCESS_GRPIDS, new DataArray(DataType.UINT32, List.of(new PmixValue.UInt32(8))));
		assertThat(fixture.server.takeRequests()).containsExactly(new DataRequest.Publish(UID,
				Infos.of(PORT).with(PublishAttributes.RANGE, DataRange.NAMESPACE)
						.with(PublishAttributes.PERSISTENCE, Persistence.FIRST_READ)
						.with(PublishAttributes.ACCESS_PERMISSIONS, DataArray.of(access)).with(KeyValueAttributes.TIMEOUT, 2)));
	}

	@Test
	void publish_readers_haveTheRangeCustom() {
		Infos directives = PublishOptions.DEFAULT.withReaders(ClientFixture.OTHER, ClientFixture.JOB).directives();

		assertThat(directives).isEqualTo(Infos.EMPTY.with(PublishAttributes.RANGE, DataRange.CUSTOM)
				.with(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(),
						DataArray.ofProcs(List.of(ClientFixture.OTHER, ClientFixture.JOB)))));
	}

	@Test
	void publish_noData_isRefusedHere() {
		assertThat(fixture.failure(names.publishAsync(Infos.EMPTY, PublishOptions.DEFAULT))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(fixture.server.takeRequests()).isEmpty();
	}

	@Test
	void publish_takenKey_failsWithTheStatusOfTheServer() {
		CompletableFuture<Void> published = names.publishAsync(Infos.of(PORT), PublishOptions.DEFAULT);

		fixture.server.reply(ClientFixture.status(Status.ERR_DUPLICATE_KEY));

		assertThat(fixture.failure(published)).isEqualTo(Status.ERR_DUPLICATE_KEY);
	}

	@Test
	void lookup_oneKey_returnsTheDataWithTheirPublisher() {
		PublishedData data = new PublishedData(ClientFixture.OTHER, "port", PORT.value());

		CompletableFuture<List<PublishedData>> found = names.lookupAsync(List.of("port"), LookupOptions.DEFAULT);

		assertThat(fixture.server.takeRequests()).containsExactly(new DataRequest.Lookup(UID, List.of("port"), Infos.EMPTY));
		fixture.server.reply(new Reply.LookupReply(Status.SUCCESS, List.of(data)));
		assertThat(fixture.ended(found)).containsExactly(data);
	}

	@Test
	void lookup_thatWaits_sendsTheNumberOfKeysRangeAndLimit() {
		names.lookupAsync(List.of("a", "b"),
				LookupOptions.WAIT.withRange(DataRange.GLOBAL).withWait(1).withLimit(Duration.ofSeconds(3)));

		assertThat(fixture.server.takeRequests())
				.containsExactly(new DataRequest.Lookup(UID, List.of("a", "b"), Infos.EMPTY.with(PublishAttributes.RANGE, DataRange.GLOBAL)
						.with(KeyValueAttributes.WAIT, 1).with(KeyValueAttributes.TIMEOUT, 3)));
	}

	@Test
	void lookup_missingData_isEmpty() {
		CompletableFuture<List<PublishedData>> found = names.lookupAsync(List.of("port"), LookupOptions.DEFAULT);

		fixture.server.reply(ClientFixture.status(Status.ERR_NOT_FOUND));

		assertThat(fixture.ended(found)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { -23, -24, -47 })
	void lookup_refused_failsWithTheStatus(int code) {
		CompletableFuture<List<PublishedData>> found = names.lookupAsync(List.of("port"), LookupOptions.DEFAULT);

		fixture.server.reply(ClientFixture.status(Status.of(code)));

		assertThat(fixture.failure(found)).isEqualTo(Status.of(code));
	}

	@Test
	void lookup_thatWaits_hasTheLongLimitOfTheClient() {
		CompletableFuture<List<PublishedData>> atOnce = names.lookupAsync(List.of("port"), LookupOptions.DEFAULT);
		CompletableFuture<List<PublishedData>> waiting = names.lookupAsync(List.of("port"), LookupOptions.WAIT);

		fixture.loop.advance(Duration.ofSeconds(31));

		assertThat(fixture.failure(atOnce)).isEqualTo(Status.ERR_TIMEOUT);
		assertThat(waiting).isNotDone();
		fixture.loop.advance(Duration.ofMinutes(10));
		assertThat(fixture.failure(waiting)).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void lookup_noKey_isRefusedHere() {
		assertThat(fixture.failure(names.lookupAsync(List.of(), LookupOptions.DEFAULT))).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void unpublish_noKeys_asksForAll() {
		CompletableFuture<Void> withdrawn = names.unpublishAsync(List.of(), RequestOptions.DEFAULT);

		assertThat(fixture.server.takeRequests()).containsExactly(new DataRequest.Unpublish(UID, List.of(), Infos.EMPTY));
		fixture.server.reply(Reply.StatusReply.OK);
		assertThat(fixture.failure(withdrawn)).isEqualTo(Status.SUCCESS);
	}
}
