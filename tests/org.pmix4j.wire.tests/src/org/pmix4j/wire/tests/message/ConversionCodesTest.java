// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.DeliveryCodec;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests the two statuses whose codes 6.1 shares with the deaths of processes, -400 and -401. */
class ConversionCodesTest {
	private static Reply received(PeerFormat peer, ReplyKind<?> kind, Reply sent) throws PmixException, MalformedMessageException {
		return new ReplyCodec(peer).decode(kind, ByteBuffer.wrap(new ReplyCodec(peer).encode(sent)));
	}

	@ParameterizedTest
	@CsvSource({ "4.2.2, -400, -400", "5.0.7, -401, -401", "6.0.0, -400, -400", "6.1.0, -400, -202", "6.1.0, -401, -203",
			"6.1.1rc2, -400, -202", "6.1.0, -402, -402", "7.0.0, -400, -400", "7.0.0, -202, -202" })
	void decode_statusOfARequest_hasTheMeaningOfTheRelease(String version, int sent, int meant) throws Exception {
		Reply reply = received(Peers.of(version), ReplyKind.STATUS, new Reply.StatusReply(Status.of(sent)));

		assertThat(reply.status()).isEqualTo(Status.of(meant));
	}

	@ParameterizedTest
	@CsvSource({ "6.1.0, -400", "6.1.0, -401", "7.0.0, -401" })
	void decode_statusOfASpawn_isThatOfTheProcess(String version, int code) throws Exception {
		Reply reply = received(Peers.of(version), ReplyKind.SPAWN, new Reply.SpawnReply(Status.of(code), "", KvalBlob.EMPTY));

		assertThat(reply.status()).isEqualTo(Status.of(code));
	}

	@ParameterizedTest
	@CsvSource({ "6.1.0, -400", "6.1.0, -401" })
	void decode_statusOfAnEvent_isThatOfTheProcess(String version, int code) throws Exception {
		EventDelivery sent = new EventDelivery(Status.of(code), Proc.of("job1", 0), DataRange.SESSION, Infos.EMPTY);
		DeliveryCodec codec = new DeliveryCodec(Peers.of(version));

		assertThat(codec.decodeEvent(ByteBuffer.wrap(codec.encode(sent))).code()).isEqualTo(Status.of(code));
	}

	@ParameterizedTest
	@CsvSource({ "6.0.0, -202, -202", "6.1.0, -202, -400", "6.1.0, -203, -401", "7.0.0, -203, -203" })
	void encode_failedConversion_hasTheCodeOfTheRelease(String version, int status, int written) throws PmixException {
		ReplyCodec codec = new ReplyCodec(Peers.of(version));

		byte[] packed = codec.encode(new Reply.StatusReply(Status.of(status)));

		assertThat(packed).isEqualTo(new ReplyCodec(Peers.of("6.0.0")).encode(new Reply.StatusReply(Status.of(written))));
	}
}
