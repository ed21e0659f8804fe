// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;

import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataBuffer;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.CommandCode;
import org.pmix4j.wire.internal.message.DataRequest.Fence;
import org.pmix4j.wire.internal.message.DataRequest.Lookup;
import org.pmix4j.wire.internal.message.EventRequest.Notify;
import org.pmix4j.wire.internal.message.IofRequest.IofPush;
import org.pmix4j.wire.internal.message.JobRequest.Abort;
import org.pmix4j.wire.internal.message.JobRequest.Connect;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;

class RequestCodecTest {
	private static final RequestCodec CODEC = new RequestCodec(Peers.of("4.2.2"));
	private static final List<Proc> PROCS = List.of(Proc.of("job1", 0));

	private static Request decode(String hex) throws MalformedMessageException {
		return CODEC.decode(ByteBuffer.wrap(Peers.bytes(hex)));
	}

	private static AbstractThrowableAssert<?, ?> assertRefused(String hex, Status status) {
		return assertThatThrownBy(() -> decode(hex)).isInstanceOfSatisfying(MalformedMessageException.class,
				e -> assertThat(e.status()).isEqualTo(status));
	}

	@ParameterizedTest
	@ValueSource(ints = { 36, 39, 200, 255 })
	void decode_unsupportedCommand_keepsItsCode(int code) throws PmixException {
		byte[] bytes = { 2, (byte) code, 1, 2, 3 };

		assertThat(CODEC.decode(ByteBuffer.wrap(bytes))).isEqualTo(new Request.Unknown(code));
		assertThat(CODEC.encode(new Request.Unknown(code))).containsExactly(2, code);
	}

	@Test
	void code_ofEveryCommand_isItsPlaceInTheList() {
		assertThat(CommandCode.REQ.code()).isZero();
		assertThat(CommandCode.NOTIFY.code()).isEqualTo(12);
		assertThat(CommandCode.GROUP_DESTRUCT.code()).isEqualTo(28);
		assertThat(CommandCode.RESOLVE_NODE.code()).isEqualTo(38);
		assertThat(CommandCode.of(38)).contains(CommandCode.RESOLVE_NODE);
		assertThat(CommandCode.of(39)).isEmpty();
		assertThat(CommandCode.of(-1)).isEmpty();
	}

	@Test
	void decode_bytesBehindARequest_areIgnored() throws PmixException {
		assertThat(decode("0203 0201 020a6a6f62310000 0200 ffff")).isEqualTo(new Fence(PROCS, Infos.EMPTY));
	}

	@Test
	void decode_fenceWithoutParticipants_isABadParameter() {
		assertRefused("0203 0200 0200", Status.ERR_BAD_PARAM).hasMessageContaining("at least one participant");
		// release 6.1 packs an empty list of participants with a count of 0
		assertRefused("0203 0200 00 0200", Status.ERR_BAD_PARAM).hasMessageContaining("at least one participant");
	}

	@Test
	void decode_namespaceThatIsTooLong_isRefused() {
		String name = "61".repeat(256);

		assertRefused("0204 02 8204" + name + "00 0200 0200", Status.ERR_BAD_PARAM).hasMessageContaining("255");
	}

	@Test
	void decode_countAboveTheLimit_isRefusedBeforeAnythingIsAllocated() {
		assertRefused("0207 0200 02ffffffffffffffffff", Status.ERR_UNPACK_FAILURE).hasMessageContaining("18446744073709551615");
		assertRefused("0203 02ffffffff7f", Status.ERR_UNPACK_FAILURE).hasMessageContaining("the limit is");
	}

	@Test
	void decode_countThatDiffersFromThePack_isRefused() {
		assertRefused("0203 0202 020a6a6f62310000 0200", Status.ERR_UNPACK_FAILURE).hasMessageContaining("announces 2");
	}

	@Test
	void decode_textThatIsNull_isEmpty() throws PmixException {
		Abort abort = new Abort(new Status(42), "", PROCS);

		assertThat(decode("0201 0254 0200 0201 020a6a6f62310000")).isEqualTo(abort);
		assertThat(Peers.hex(CODEC.encode(abort))).isEqualTo("0201025402000201020a6a6f62310000");
	}

	@Test
	void decode_keysOfALookup_haveAPackEach() throws PmixException {
		assertThat(decode("0207 0200 0202 02046100 02046200 0200")).isEqualTo(new Lookup(0, List.of("a", "b"), Infos.EMPTY));
	}

	@Test
	void push_withoutData_differsFromTheEnd() throws PmixException {
		IofPush directives = new IofPush(PROCS, Infos.EMPTY, ByteObject.EMPTY, false);
		IofPush end = new IofPush(PROCS, Infos.EMPTY, ByteObject.EMPTY, true);

		assertThat(Peers.hex(CODEC.encode(directives))).isEqualTo("02170201020a6a6f623100000200");
		assertThat(Peers.hex(CODEC.encode(end))).isEqualTo("02170201020a6a6f623100000200" + "0200");
		assertThat(decode("0217 0201 020a6a6f62310000 0200")).isEqualTo(directives);
		assertThat(decode("0217 0201 020a6a6f62310000 0200 0200")).isEqualTo(end);
	}

	@Test
	void records_contradictoryContent_isRefused() {
		Infos three = Infos.of(Info.of("a", PmixValue.Bool.TRUE), Info.of("b", PmixValue.Bool.TRUE), Info.of("c", PmixValue.Bool.TRUE));

		assertThatThrownBy(() -> new IofPush(PROCS, Infos.EMPTY, ByteObject.wrap(new byte[1]), true))
				.isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> new Fence(List.of(), Infos.EMPTY)).isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> new Connect(PROCS, Infos.EMPTY, three)).isInstanceOf(IllegalArgumentException.class);
	}

	@Test
	void encode_infosOfTypesThatThePeerDoesNotKnow_leavesThemOut() throws PmixException {
		Info known = Info.of("known", new PmixValue.UInt32(1));
		Info buffer = Info.of("buffer", new DataBuffer(ByteObject.EMPTY));
		Info opaque = Info.of("opaque", new PmixValue.Opaque(DataType.of(300), ByteObject.EMPTY));
		Notify event = new Notify(Status.ERROR, DataRange.LOCAL, Infos.of(buffer, known, opaque));
		RequestCodec old = new RequestCodec(Peers.of("3.2.5"));

		assertThat(old.decode(ByteBuffer.wrap(old.encode(event)))).isEqualTo(new Notify(Status.ERROR, DataRange.LOCAL, Infos.of(known)));
		assertThat(CODEC.decode(ByteBuffer.wrap(CODEC.encode(event))))
				.isEqualTo(new Notify(Status.ERROR, DataRange.LOCAL, Infos.of(buffer, known)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "020c", "0206", "025d00", "020c6a6f6231" })
	void decode_jobInformationThatIsNeitherTextNorError_isRefused(String hex) {
		ReplyCodec codec = new ReplyCodec(Peers.of("4.2.2"));

		assertThatThrownBy(() -> codec.decode(ReplyKind.JOB_INFO, ByteBuffer.wrap(Peers.bytes(hex))))
				.isInstanceOf(MalformedMessageException.class);
	}

	@Test
	void toString_ofACredential_hidesIt() {
		ByteObject secret = ByteObject.copyOf(new byte[] { 0x5e, 0x5e });

		assertThat(new Reply.CredentialReply(Status.SUCCESS, secret, Infos.EMPTY).toString()).contains("2 bytes").doesNotContain("5e5e");
	}
}
