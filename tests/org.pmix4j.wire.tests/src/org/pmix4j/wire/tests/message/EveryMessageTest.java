// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.ControlRequest.ResourceBlock;
import org.pmix4j.wire.internal.message.HardwareRequest.ComputeDistances;
import org.pmix4j.wire.internal.message.IofRequest.IofPull;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;

/** Tests every message for peers of each release. */
class EveryMessageTest {

	static Stream<PeerFormat> peers() {
		return Peers.all();
	}

	/** Returns the first dialect with all types of a message. */
	private static Dialect needed(Object message) {
		return switch (message) {
			case IofPull pull -> Dialect.V3;
			case ComputeDistances compute -> Dialect.V4;
			case Reply.DistancesReply distances -> Dialect.V4;
			case ResourceBlock block -> Dialect.V51;
			default -> Dialect.V21;
		};
	}

	private static boolean isKnownTo(PeerFormat peer, Object message) {
		return peer.encoding().dialect().compareTo(needed(message)) >= 0;
	}

	private static ReplyKind<?> kind(Reply reply) {
		return switch (reply) {
			case Reply.StatusReply r -> ReplyKind.STATUS;
			case Reply.JobInfoReply r -> ReplyKind.JOB_INFO;
			case Reply.GetReply r -> ReplyKind.GET;
			case Reply.LookupReply r -> ReplyKind.LOOKUP;
			case Reply.SpawnReply r -> ReplyKind.SPAWN;
			case Reply.ConnectReply r -> ReplyKind.CONNECT;
			case Reply.InfosReply r -> ReplyKind.INFOS;
			case Reply.CredentialReply r -> ReplyKind.CREDENTIAL;
			case Reply.IofPullReply r -> ReplyKind.IOF_PULL;
			case Reply.GroupReply r -> ReplyKind.GROUP;
			case Reply.DistancesReply r -> ReplyKind.DISTANCES;
			case Reply.RefreshReply r -> ReplyKind.REFRESH;
			case Reply.ResolvePeersReply r -> ReplyKind.RESOLVE_PEERS;
			case Reply.ResolveNodeReply r -> ReplyKind.RESOLVE_NODE;
		};
	}

	/** Returns the records below a sealed interface, at any depth. */
	private static Stream<Class<?>> records(Class<?> type) {
		return type.isRecord() ? Stream.of(type) : Stream.of(type.getPermittedSubclasses()).flatMap(EveryMessageTest::records);
	}

	private static List<String> names(Stream<? extends Class<?>> types) {
		return types.map(Class::getSimpleName).sorted().toList();
	}

	@Test
	void samples_ofRequestsAndReplies_areOneOfEach() {
		PeerFormat peer = Peers.of("6.1.0");

		assertThat(names(Samples.requests(peer).stream().map(Object::getClass))).isEqualTo(names(records(Request.class)));
		assertThat(names(Samples.replies(peer).stream().map(Object::getClass))).isEqualTo(names(records(Reply.class)));
	}

	@ParameterizedTest
	@MethodSource("peers")
	void decode_encodedRequest_isTheSame(PeerFormat peer) throws PmixException {
		RequestCodec codec = new RequestCodec(peer);
		for (Request request : Samples.requests(peer).stream().filter(r -> isKnownTo(peer, r)).toList()) {
			assertThat(codec.decode(ByteBuffer.wrap(codec.encode(request)))).isEqualTo(request);
		}
	}

	@ParameterizedTest
	@MethodSource("peers")
	void decode_encodedReply_isTheSame(PeerFormat peer) throws PmixException {
		ReplyCodec codec = new ReplyCodec(peer);
		for (Reply reply : Samples.replies(peer).stream().filter(r -> isKnownTo(peer, r)).toList()) {
			assertThat(codec.decode(kind(reply), ByteBuffer.wrap(codec.encode(reply)))).isEqualTo(reply);
		}
	}

	@ParameterizedTest
	@MethodSource("peers")
	void encode_messageOfATypeThatThePeerDoesNotKnow_isRefused(PeerFormat peer) {
		for (Request request : Samples.requests(peer).stream().filter(r -> !isKnownTo(peer, r)).toList()) {
			assertThatThrownBy(() -> new RequestCodec(peer).encode(request)).isInstanceOfSatisfying(PmixException.class,
					e -> assertThat(e.status()).isEqualTo(Status.ERR_UNKNOWN_DATA_TYPE));
		}
		for (Reply reply : Samples.replies(peer).stream().filter(r -> !isKnownTo(peer, r)).toList()) {
			assertThatThrownBy(() -> new ReplyCodec(peer).encode(reply)).isInstanceOfSatisfying(PmixException.class,
					e -> assertThat(e.status()).isEqualTo(Status.ERR_UNKNOWN_DATA_TYPE));
		}
	}

	@ParameterizedTest
	@MethodSource("peers")
	void decode_statusInsteadOfAReply_isThatReplyWithoutContent(PeerFormat peer) throws PmixException {
		ReplyCodec codec = new ReplyCodec(peer);
		byte[] lone = codec.encode(new Reply.StatusReply(Status.ERR_NOT_SUPPORTED));
		for (Reply sample : Samples.replies(peer)) {
			Reply reply = codec.decode(kind(sample), ByteBuffer.wrap(lone));

			assertThat(reply).hasSameClassAs(sample);
			assertThat(reply.status()).isEqualTo(Status.ERR_NOT_SUPPORTED);
		}
	}

	@ParameterizedTest
	@MethodSource("peers")
	void decode_nothing_isAnEmptyRequestAndNoReply(PeerFormat peer) throws PmixException {
		ByteBuffer nothing = ByteBuffer.allocate(0);

		assertThat(new RequestCodec(peer).decode(nothing)).isEqualTo(Request.Empty.INSTANCE);
		for (Reply sample : Samples.replies(peer)) {
			assertThatThrownBy(() -> new ReplyCodec(peer).decode(kind(sample), nothing)).isInstanceOf(MalformedMessageException.class);
		}
	}

	@ParameterizedTest
	@MethodSource("peers")
	void encode_failedReply_omitsContent(PeerFormat peer) throws PmixException {
		ReplyCodec codec = new ReplyCodec(peer);
		Status failure = Status.ERR_NOT_FOUND;
		byte[] lone = codec.encode(new Reply.StatusReply(failure));

		for (Reply reply : List.of(new Reply.JobInfoReply(failure, "job1", Peers.blob(peer)), new Reply.LookupReply(failure, List.of()),
				new Reply.ConnectReply(failure, List.of()), new Reply.IofPullReply(failure, 1),
				new Reply.RefreshReply(failure, Peers.blob(peer)), new Reply.ResolvePeersReply(failure, List.of()),
				new Reply.ResolveNodeReply(failure, ""))) {
			assertThat(codec.encode(reply)).as("%s", reply).isEqualTo(lone);
		}
		assertThat(codec.encode(new Reply.InfosReply(failure, Infos.EMPTY))).startsWith(lone).hasSizeGreaterThan(lone.length);
	}
}
