// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.HelloReplyReader;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.handshake.ReplyForm;

/** The bytes were captured from servers of 4.2.2; the identities are "toolns" rank 0 and "srvns" rank 0. */
class HelloReplyTest {
	private static final String SRVNS_0 = "7372766e73" + "00".repeat(251) + "00000000";
	private static final String TOOLNS_0 = "746f6f6c6e73" + "00".repeat(250) + "00000000";
	private static final Proc SERVER = Proc.of("srvns", 0);

	static Stream<Arguments> captured() {
		return Stream.of(
				Arguments.of(ReplyForm.CLIENT, "00000000" + "00000000", new HelloReply.ClientAccepted(0)),
				Arguments.of(ReplyForm.CLIENT, "00000000" + "00000002", new HelloReply.ClientAccepted(2)),
				Arguments.of(ReplyForm.TOOL, "00000000" + SRVNS_0 + "00000000", new HelloReply.ToolAccepted(Optional.empty(), SERVER)),
				Arguments.of(ReplyForm.TOOL_WITH_ID, "00000000" + TOOLNS_0 + SRVNS_0 + "00000000",
						new HelloReply.ToolAccepted(Optional.of(Proc.of("toolns", 0)), SERVER)),
				Arguments.of(ReplyForm.TOOL_WITH_ID, "ffffffd1", new HelloReply.Refused(Status.of(-47))));
	}

	@ParameterizedTest
	@MethodSource("captured")
	void encode_eachForm_givesTheCapturedBytes(ReplyForm form, String hex, HelloReply reply) {
		assertThat(HexFormat.of().formatHex(reply.encode())).as("%s", form).isEqualTo(hex);
	}

	@ParameterizedTest
	@MethodSource("captured")
	void next_splitAtAnyByte_returnsTheReply(ReplyForm form, String hex, HelloReply reply) throws MalformedMessageException {
		byte[] bytes = HexFormat.of().parseHex(hex);
		for (int cut = 0; cut < bytes.length; cut++) {
			HelloReplyReader reader = new HelloReplyReader(form);
			assertThat(reader.next(ByteBuffer.wrap(bytes, 0, cut))).as("cut at %d", cut).isEmpty();
			assertThat(reader.next(ByteBuffer.wrap(bytes, cut, bytes.length - cut))).as("cut at %d", cut).contains(reply);
		}
	}

	@Test
	void next_bytesAfterTheReply_areNotRead() throws MalformedMessageException {
		ByteBuffer bytes = ByteBuffer.allocate(12).putInt(8, 42);

		assertThat(new HelloReplyReader(ReplyForm.CLIENT).next(bytes)).isPresent();
		assertThat(bytes.getInt()).isEqualTo(42);
	}

	/** Observed with a tool of every release that sends a wrong native credential. */
	@Test
	void next_credentialRefusedAfterTheIdentities_isARefusal() throws MalformedMessageException {
		byte[] bytes = HexFormat.of().parseHex("00000000" + TOOLNS_0 + SRVNS_0 + "fffffff4");

		assertThat(new HelloReplyReader(ReplyForm.TOOL_WITH_ID).next(ByteBuffer.wrap(bytes))).contains(new HelloReply.Refused(Status.of(-12)));
	}

	@Test
	void next_namespaceWithoutEnd_isMalformed() {
		byte[] bytes = HexFormat.of().parseHex("00000000" + "61".repeat(256) + "0000000000000000");

		assertThatThrownBy(() -> new HelloReplyReader(ReplyForm.TOOL).next(ByteBuffer.wrap(bytes)))
				.isInstanceOf(MalformedMessageException.class).hasMessageContaining("namespace");
	}

	@Test
	void encode_longestNamespace_stillEndsWithNul() {
		Proc longest = Proc.of("n".repeat(255), 7);
		byte[] bytes = new HelloReply.ToolAccepted(Optional.empty(), longest).encode();

		assertThat(bytes).hasSize(268);
		assertThat(bytes[4 + 255]).isZero();
		assertThat(bytes[4 + 259]).isEqualTo((byte) 7);
	}

	@Test
	void refused_success_isRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> new HelloReply.Refused(Status.of(0)));
	}

	@ParameterizedTest
	@CsvSource({ "CLIENT, 4.2.2, CLIENT", "LEGACY_TOOL, 2.0.3, TOOL", "LEGACY_LAUNCHER, 2.0.3, TOOL", "TOOL_NEEDS_ID, 4.2.2, TOOL_WITH_ID",
			"TOOL_GIVEN_ID, 4.2.2, TOOL", "TOOL_CLIENT, 4.2.2, TOOL", "LAUNCHER_NEEDS_ID, 4.2.2, TOOL_WITH_ID", "LAUNCHER_GIVEN_ID, 4.2.2, TOOL",
			"LAUNCHER_CLIENT, 4.2.2, TOOL", "SCHEDULER_GIVEN_ID, 5.0.0, TOOL", "SINGLETON, 4.2.2, TOOL", "SINGLETON, 5.0.8, TOOL",
			"SINGLETON, 5.0.9, CLIENT", "SINGLETON, 5.0.11, CLIENT", "SINGLETON, 6.0.0, TOOL", "SINGLETON, 6.0.9, TOOL",
			"SINGLETON, 6.1.0, CLIENT" })
	void of_eachFlagAndRelease_isTheFormThatItExpects(HelloFlag flag, String version, ReplyForm form) {
		assertThat(ReplyForm.of(flag, PeerVersion.parse(version))).isEqualTo(form);
	}

	@Test
	void size_eachForm_isAsCaptured() {
		assertThat(Stream.of(ReplyForm.values()).map(ReplyForm::size)).containsExactly(8, 268, 528);
	}
}
