// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.DeliveryCodec;
import org.pmix4j.wire.internal.message.GroupRequest.GroupDestruct;
import org.pmix4j.wire.internal.message.IofRequest.IofPull;
import org.pmix4j.wire.internal.message.JobRequest.Connect;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.Reply.GroupReply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.RequestCodec;

/**
 * Tests messages whose layout depends on the release. The bytes of 4.2.2 are recorded; the others follow the order in which OpenPMIx 4.2.9,
 * 5.0.9, 6.0.0 and 6.1.0 pack and unpack.
 */
class ReleaseDifferencesTest {
	private static final List<Proc> MEMBERS = List.of(Proc.of("job1", 0), Proc.of("job1", 1));
	private static final String MEMBERS_HEX = "0202 040a6a6f62310000 0a6a6f62310001";
	private static final String NO_CONTEXT_HEX = "02ffffffffffffffffff";
	private static final Infos GROUP_INFO = Infos.of(Info.of("a", PmixValue.Bool.TRUE), Info.of("b", PmixValue.Bool.FALSE));
	private static final String GROUP_INFO_HEX = "0202 0204610000 0101 0204620000 0100";

	private static GroupReply success(OptionalLong contextId) {
		return new GroupReply(Status.SUCCESS, MEMBERS, contextId, GROUP_INFO);
	}

	@ParameterizedTest
	@CsvSource({ "4.1.2, 0200 024d", "4.2.2, 0200 024d", "4.2.3, 0200 024d", //
			"4.2.4, 0200 " + MEMBERS_HEX + " 024d", "4.2.9, 0200 " + MEMBERS_HEX + " 024d", "5.0.0, 0200 " + MEMBERS_HEX + " 024d",
			"5.0.9, 0200 " + MEMBERS_HEX + " 024d", "6.0.0, 0200 " + MEMBERS_HEX + " 0201 024d",
			"6.1.0, 0200 " + MEMBERS_HEX + " 0201 024d " + GROUP_INFO_HEX })
	void encode_groupWithContextId_isInTheFormOfTheRelease(String version, String hex) throws PmixException {
		assertThat(Peers.hex(new ReplyCodec(Peers.of(version)).encode(success(OptionalLong.of(77))))).isEqualTo(hex.replace(" ", ""));
	}

	@ParameterizedTest
	@CsvSource({ "4.2.3, 0200 " + NO_CONTEXT_HEX, "4.2.4, 0200 " + MEMBERS_HEX + NO_CONTEXT_HEX,
			"5.0.9, 0200 " + MEMBERS_HEX + NO_CONTEXT_HEX, "6.0.0, 0200 " + MEMBERS_HEX + " 0200",
			"6.1.0, 0200 " + MEMBERS_HEX + " 0200 " + GROUP_INFO_HEX })
	void encode_groupWithoutContextId_isInTheFormOfTheRelease(String version, String hex) throws PmixException {
		assertThat(Peers.hex(new ReplyCodec(Peers.of(version)).encode(success(OptionalLong.empty())))).isEqualTo(hex.replace(" ", ""));
	}

	@ParameterizedTest
	@CsvSource({ "4.2.3, 025d " + NO_CONTEXT_HEX, "4.2.4, 025d", "6.0.0, 025d", "6.1.0, 025d" })
	void encode_groupThatFailed_hasAContextIdOnlyInTheOldestForm(String version, String hex) throws PmixException {
		GroupReply failure = new GroupReply(Status.ERR_NOT_SUPPORTED, List.of(), OptionalLong.empty(), Infos.EMPTY);

		assertThat(Peers.hex(new ReplyCodec(Peers.of(version)).encode(failure))).isEqualTo(hex.replace(" ", ""));
	}

	@ParameterizedTest
	@ValueSource(strings = { "4.2.2", "4.2.4", "5.0.9", "6.0.0", "6.1.0" })
	void decode_groupReplyOfTheOldestForm_isUnderstoodWhateverTheServerSaysItIs(String version) throws PmixException {
		GroupReply reply = new ReplyCodec(Peers.of(version)).decode(ReplyKind.GROUP, ByteBuffer.wrap(Peers.bytes("0200 024d")));

		assertThat(reply).isEqualTo(new GroupReply(Status.SUCCESS, List.of(), OptionalLong.of(77), Infos.EMPTY));
	}

	@Test
	void decode_groupReplyWithMembersFromAnOldServer_isUnderstood() throws PmixException {
		GroupReply reply = new ReplyCodec(Peers.of("4.2.2")).decode(ReplyKind.GROUP,
				ByteBuffer.wrap(Peers.bytes("0200" + MEMBERS_HEX + NO_CONTEXT_HEX)));

		assertThat(reply).isEqualTo(new GroupReply(Status.SUCCESS, MEMBERS, OptionalLong.empty(), Infos.EMPTY));
	}

	@Test
	void decode_groupReplyOf503_ignoresTheJobInformationBehindIt() throws PmixException {
		Reply reply = new ReplyCodec(Peers.of("5.0.3")).decode(ReplyKind.GROUP,
				ByteBuffer.wrap(Peers.bytes("0200" + MEMBERS_HEX + "024d" + "0206 020a6a6f623100")));

		assertThat(reply).isEqualTo(new GroupReply(Status.SUCCESS, MEMBERS, OptionalLong.of(77), Infos.EMPTY));
	}

	@ParameterizedTest
	@CsvSource({ "4.2.2, 021c 02046700 0200", "4.2.3, 021c 02046700 0200", "4.2.4, 021c 02046700 " + MEMBERS_HEX + " 0200",
			"5.0.0, 021c 02046700 " + MEMBERS_HEX + " 0200", "6.1.0, 021c 02046700 " + MEMBERS_HEX + " 0200" })
	void groupDestruct_toAndFromARelease_namesTheMembersSince424(String version, String hex) throws PmixException {
		RequestCodec codec = new RequestCodec(Peers.of(version));

		byte[] bytes = codec.encode(new GroupDestruct("g", MEMBERS, Infos.EMPTY));

		assertThat(Peers.hex(bytes)).isEqualTo(hex.replace(" ", ""));
		assertThat(codec.decode(ByteBuffer.wrap(bytes)))
				.isEqualTo(new GroupDestruct("g", hex.contains(MEMBERS_HEX) ? MEMBERS : List.of(), Infos.EMPTY));
	}

	@Test
	void groupDestruct_ofTheOlderFormFromANewerRelease_isUnderstoodIfThereAreNoInfos() throws PmixException {
		assertThat(new RequestCodec(Peers.of("5.0.9")).decode(ByteBuffer.wrap(Peers.bytes("021c 02046700 0200"))))
				.isEqualTo(new GroupDestruct("g", List.of(), Infos.EMPTY));
	}

	@ParameterizedTest
	@CsvSource({ "3.2.5, false", "4.0.1, true", "4.2.2, true", "5.0.9, true", "6.1.0, true" })
	void encode_event_endsWithItsRangeSince40(String version, boolean hasRange) throws PmixException {
		DeliveryCodec codec = new DeliveryCodec(Peers.of(version));
		EventDelivery event = new EventDelivery(Status.ERR_PROC_ABORTED, Proc.of("job1", 0), DataRange.SESSION, Infos.EMPTY);

		EventDelivery again = codec.decodeEvent(ByteBuffer.wrap(codec.encode(event)));

		assertThat(again.range()).isEqualTo(hasRange ? DataRange.SESSION : DataRange.LOCAL);
	}

	@Test
	void decode_eventWithAnotherCommand_isRefused() {
		assertThatThrownBy(() -> new DeliveryCodec(Peers.of("4.2.2")).decodeEvent(ByteBuffer.wrap(Peers.bytes("0203 0200"))))
				.isInstanceOf(MalformedMessageException.class).hasMessageContaining("command 3").hasMessageContaining("NOTIFY");
	}

	@Test
	void decode_pullOf32_whichHasNoLocalId_hasTheDefaultHandler() throws PmixException {
		RequestCodec codec = new RequestCodec(Peers.of("3.2.5"));
		IofPull pull = new IofPull(MEMBERS, Infos.EMPTY, IofChannel.STDOUT, 9);
		byte[] bytes = codec.encode(pull);
		int lengthOfId = 4 + 2 + 8;

		assertThat(codec.decode(ByteBuffer.wrap(bytes, 0, bytes.length - lengthOfId)))
				.isEqualTo(new IofPull(MEMBERS, Infos.EMPTY, IofChannel.STDOUT, 0));
	}

	@Test
	void connect_withoutEndpoints_endsWithItsInfos() throws PmixException {
		RequestCodec codec = new RequestCodec(Peers.of("6.1.0"));

		byte[] bytes = codec.encode(new Connect(MEMBERS, Infos.EMPTY, Infos.EMPTY));
		assertThat(Peers.hex(bytes)).isEqualTo(("020a" + MEMBERS_HEX + "0200").replace(" ", ""));
		assertThat(codec.decode(ByteBuffer.wrap(bytes))).isEqualTo(new Connect(MEMBERS, Infos.EMPTY, Infos.EMPTY));
	}
}
