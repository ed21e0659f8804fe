// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.Delivery.IofDelivery;
import org.pmix4j.wire.internal.message.DeliveryCodec;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.IofRequest.IofPull;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.Reply.StatusReply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;
import org.pmix4j.wire.internal.message.ScopedData;

/**
 * Tests messages with known content from C peers of 4.2.2 (captures/README.md describes the recording). The first byte of each item is its
 * count: 02 for one, 04 for two.
 */
class GoldenMessageTest {
	private static final PeerFormat PEER = Peers.of("4.2.2");
	private static final Proc RANK_0 = Proc.of("job1", 0);
	private static final Proc RANK_1 = Proc.of("job1", 1);
	private static final String GKEY = "020a676b657900 030a6776616c00";
	private static final String RKEY = "020a726b657900 030a7276616c00";
	private static final String ONLY0 = "020c6f6e6c793000 030478 00";

	static Stream<Arguments> requests() {
		return Stream.of(arguments("0200", new JobRequest.JobInfoRequest()), arguments("0205", new JobRequest.Finalize()),
				arguments("0202 0201 02011a" + GKEY + ONLY0 + "0202 020128" + GKEY + RKEY + ONLY0,
						new DataRequest.Commit(List.of(new ScopedData(Scope.LOCAL, Peers.blob(PEER, GKEY + ONLY0)),
								new ScopedData(Scope.REMOTE, Peers.blob(PEER, GKEY + RKEY + ONLY0))))),
				arguments("0203 0201 020a6a6f623100feffffff0f 0201 021a706d69782e636f6c6c65637400000101",
						new DataRequest.Fence(List.of(Proc.wildcard("job1")), Infos.of(isTrue("pmix.collect")))),
				arguments("0204 020a6a6f623100 0201 0200 020a676b657900", new DataRequest.Get("job1", Rank.of(1), Infos.EMPTY, "gkey")),
				arguments("0206 0200 0202 040a706f72740000030a3132333400 16706d69782e72616e676500002104",
						new DataRequest.Publish(0, Infos.of(text("port", "1234"), Info.of("pmix.range", DataRange.SESSION)))),
				arguments("0207 0200 0201 020a706f727400 0201 0214706d69782e7761697400000101",
						new DataRequest.Lookup(0, List.of("port"), Infos.of(isTrue("pmix.wait")))),
				arguments("020d 0202 040da102 0201 0218706d69782e657670726f630000160a6a6f62310001",
						new EventRequest.RegisterEvents(List.of(new Status(-7), new Status(-145)),
								Infos.of(Info.of("pmix.evproc", RANK_1)))),
				arguments("020c 028f4e 0204 0201 020a6e6f74650000030861626300",
						new EventRequest.Notify(new Status(-5000), DataRange.SESSION, Infos.of(text("note", "abc")))),
				arguments("0216 0201 020a6a6f623100feffffff0f 0201 021a706d69782e696f662e74616700000101 0206 0201",
						new IofPull(List.of(Proc.wildcard("job1")), Infos.of(isTrue("pmix.iof.tag")), new IofChannel(6), 1)),
				arguments("0201 0254 020a626f6f6d00 0201 020a6a6f62310001", new JobRequest.Abort(new Status(42), "boom", List.of(RANK_1))));
	}

	static Stream<Arguments> replies() {
		return Stream.of(arguments("0200", ReplyKind.STATUS, StatusReply.OK),
				arguments("025d", ReplyKind.STATUS, new StatusReply(Status.ERR_NOT_SUPPORTED)),
				arguments("0263", ReplyKind.STATUS, new StatusReply(Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER)),
				arguments("0279", ReplyKind.STATUS, new StatusReply(new Status(-61))),
				arguments("0200 0216 020a6a6f62310001" + GKEY, ReplyKind.GET,
						new Reply.GetReply(Status.SUCCESS, List.of(new ProcData(RANK_1, Peers.blob(PEER, GKEY))))),
				arguments("0200 0201 020a6a6f623100000a706f727400030a3132333400", ReplyKind.LOOKUP,
						new Reply.LookupReply(Status.SUCCESS, List.of(new PublishedData(RANK_0, "port", new PmixValue.Str("1234"))))),
				arguments("0200 024d", ReplyKind.GROUP,
						new Reply.GroupReply(Status.SUCCESS, List.of(), OptionalLong.of(77), Infos.EMPTY)));
	}

	private static Info isTrue(String key) {
		return Info.of(key, PmixValue.Bool.TRUE);
	}

	private static Info text(String key, String value) {
		return Info.of(key, new PmixValue.Str(value));
	}

	@ParameterizedTest
	@MethodSource("requests")
	void request_ofCClient_isReadAndWritten(String hex, Request request) throws PmixException {
		RequestCodec codec = new RequestCodec(PEER);

		assertThat(codec.decode(ByteBuffer.wrap(Peers.bytes(hex)))).isEqualTo(request);
		assertThat(codec.encode(request)).isEqualTo(Peers.bytes(hex));
	}

	@ParameterizedTest
	@MethodSource("replies")
	void reply_ofCServer_isReadAndWritten(String hex, ReplyKind<?> kind, Reply reply) throws PmixException {
		ReplyCodec codec = new ReplyCodec(PEER);

		assertThat((Reply) codec.decode(kind, ByteBuffer.wrap(Peers.bytes(hex)))).isEqualTo(reply);
		assertThat(codec.encode(reply)).isEqualTo(Peers.bytes(hex));
	}

	@Test
	void event_ofCServer_isReadAndWritten() throws PmixException {
		byte[] bytes = Peers.bytes("020c 028f4e 020a6a6f62310000 0202 040a6e6f7465000003086162630034706d69782e737276722e"
				+ "696e7465726e616c2e6e6f7469667900000101 0204");
		EventDelivery event = new EventDelivery(new Status(-5000), RANK_0, DataRange.SESSION,
				Infos.of(text("note", "abc"), isTrue("pmix.srvr.internal.notify")));
		DeliveryCodec codec = new DeliveryCodec(PEER);

		assertThat(codec.decodeEvent(ByteBuffer.wrap(bytes))).isEqualTo(event);
		assertThat(codec.encode(event)).isEqualTo(bytes);
	}

	@Test
	void output_ofCServer_isReadAndWritten() throws PmixException {
		byte[] bytes = Peers.bytes("020a6a6f62310001 0202 0201 0200 020d68656c6c6f207374646f75740a");
		IofDelivery output = new IofDelivery(RANK_1, IofChannel.STDOUT, 1, Infos.EMPTY, ByteObject.copyOf("hello stdout\n".getBytes()));
		DeliveryCodec codec = new DeliveryCodec(PEER);

		assertThat(codec.decodeIof(ByteBuffer.wrap(bytes))).isEqualTo(output);
		assertThat(codec.encode(output)).isEqualTo(bytes);
	}

	@Test
	void kvals_ofACommit_areKeysAndValues() throws PmixException {
		assertThat(Peers.blob(PEER, GKEY + ONLY0).kvals(PEER.limits())).containsExactly(new Kval("gkey", new PmixValue.Str("gval")),
				new Kval("only0", new PmixValue.Str("x")));
	}
}
