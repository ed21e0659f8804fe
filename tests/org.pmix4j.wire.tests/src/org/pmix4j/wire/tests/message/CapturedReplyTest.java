// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.DeliveryCodec;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.Reply.StatusReply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.RequestCodec;

/** Tests replies and deliveries recorded from C servers. */
class CapturedReplyTest {
	private static final int KEPT_EVENT = -6000;
	private static final ReplyCodec OLDEST = new ReplyCodec(Captured.Origin.R42.peer());

	static Stream<Captured> replies() {
		return Captured.replies();
	}

	static Stream<Captured> deliveries() {
		return Captured.deliveries();
	}

	/** Returns the kind of reply to such a request. */
	private static ReplyKind<?> kind(Captured message) throws MalformedMessageException {
		Captured request = Captured.requests().filter(r -> r.command().equals(message.command())).findFirst().orElseThrow();
		return ReplyKind.answering(new RequestCodec(request.peer()).decode(request.bytes()));
	}

	/** Encodes a reply; any reply may have been a status alone and is then encoded as such. */
	private static byte[] encode(ReplyCodec codec, Reply reply, byte[] original) throws PmixException {
		byte[] lone = codec.encode(new StatusReply(reply.status()));
		return lone.length == original.length ? lone : codec.encode(reply);
	}

	@ParameterizedTest
	@MethodSource("replies")
	void decode_replyOfCServer_encodesBackToTheSameBytes(Captured message) throws PmixException {
		ReplyCodec codec = new ReplyCodec(message.peer());

		Reply reply = codec.decode(kind(message), message.bytes());

		assertThat(encode(codec, reply, message.payload())).isEqualTo(message.payload());
	}

	@ParameterizedTest
	@MethodSource("replies")
	void decode_truncatedReply_isRefusedOrShorter(Captured message) throws PmixException {
		ReplyCodec codec = new ReplyCodec(message.peer());
		ReplyKind<?> kind = kind(message);
		for (int length = 0; length < message.payload().length; length++) {
			Captured part = message.cut(length);
			Reply reply;
			try {
				reply = codec.decode(kind, part.bytes());
			} catch (MalformedMessageException e) {
				continue;
			}
			assertThat(kind).as("%s cut to %d: %s", message, length, reply).isNotEqualTo(ReplyKind.STATUS);
			ReplyCodec again = message.origin() == Captured.Origin.R61 && isOldestForm(reply) ? OLDEST : codec;
			assertThat(encode(again, reply, part.payload())).startsWith(part.payload());
		}
	}

	/** Returns whether the reply has only a context id, as in releases that do not list members. */
	private static boolean isOldestForm(Reply reply) {
		return reply instanceof Reply.GroupReply group && group.members().isEmpty();
	}

	@ParameterizedTest
	@MethodSource("deliveries")
	void decode_deliveryOfCServer_encodesBackToTheSameBytes(Captured message) throws PmixException {
		DeliveryCodec codec = new DeliveryCodec(message.peer());

		Delivery delivery = delivery(codec, message);

		byte[] again = codec.encode(delivery);
		assertThat(Arrays.copyOf(again, again.length - lengthOfMissingRange(delivery, message))).isEqualTo(message.payload());
	}

	@ParameterizedTest
	@MethodSource("deliveries")
	void decode_truncatedDelivery_isRefusedOrHasNoRange(Captured message) throws PmixException {
		DeliveryCodec codec = new DeliveryCodec(message.peer());
		for (int length = 0; length < message.payload().length; length++) {
			Captured part = message.cut(length);
			Delivery delivery;
			try {
				delivery = delivery(codec, part);
			} catch (MalformedMessageException e) {
				continue;
			}
			assertThat(delivery).as("%s cut to %d", message, length).isInstanceOf(EventDelivery.class);
			assertThat(codec.encode(delivery)).startsWith(part.payload());
		}
	}

	/** Returns the length of a range that is missing: C servers omit it in cached events. The captures contain one such event. */
	private static int lengthOfMissingRange(Delivery delivery, Captured message) {
		if (delivery instanceof EventDelivery event && event.code().code() == KEPT_EVENT) {
			return message.peer().encoding().described() ? 4 : 2;
		}
		return 0;
	}

	private static Delivery delivery(DeliveryCodec codec, Captured message) throws MalformedMessageException {
		return message.command().equals("IOF") ? codec.decodeIof(message.bytes()) : codec.decodeEvent(message.bytes());
	}
}
