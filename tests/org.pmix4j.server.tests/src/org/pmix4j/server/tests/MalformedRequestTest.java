// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests that invalid messages are answered and the connection stays usable. The short answers are those recorded from 4.2.2. */
class MalformedRequestTest {
	private static final byte STATUS_NOT_SUPPORTED = 0x5d;
	private static final byte STATUS_READ_PAST_END = 0x63;
	private static final byte STATUS_LOST_CONNECTION = 0x79;

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	MalformedRequestTest() throws PmixException {
		server = TestServer.open();
	}

	@BeforeEach
	void register() throws PmixException {
		server.job("job", 1);
	}

	private TestPeer connect() throws PmixException {
		return server.connect("job", 0);
	}

	private static void assertUsable(TestPeer peer) throws PmixException {
		assertThat(peer.isCutOff()).isFalse();
		assertThat(peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO).nspace()).isEqualTo("job");
	}

	@ParameterizedTest
	@ValueSource(ints = { 36, 39, 99, 200, 255 })
	void command_unknown_isNotSupported(int code) throws PmixException {
		TestPeer peer = connect();
		peer.sendBytes(4096, (byte) 2, (byte) code);

		assertThat(peer.payload(4096)).containsExactly(2, STATUS_NOT_SUPPORTED);
		assertUsable(peer);
	}

	@Test
	void payload_empty_isLostConnection() throws PmixException {
		TestPeer peer = connect();
		peer.sendBytes(4098);

		assertThat(peer.payload(4098)).containsExactly(2, STATUS_LOST_CONNECTION);
		assertUsable(peer);
	}

	@Test
	void payload_truncatedAfterTheCommand_isReadPastEnd() throws PmixException {
		TestPeer peer = connect();
		peer.sendBytes(4097, (byte) 2, (byte) 3);

		assertThat(peer.payload(4097)).containsExactly(2, STATUS_READ_PAST_END);
		assertUsable(peer);
	}

	@Test
	void message_malformed_logsThePeerAndTheReason() throws PmixException {
		TestPeer peer = connect();
		peer.sendBytes(300, (byte) 2, (byte) 3);
		peer.sendBytes(301, (byte) 2, (byte) 200);

		assertThat(log.warnings()).containsExactly(
				"a message of job:0 (release 4.2.2rc2) cannot be read: FENCENB: the message is truncated, at byte 2 of 2",
				"a message of job:0 (release 4.2.2rc2) is of command 200, which this server does not know");
	}

	@Test
	void messages_manyMalformed_logsSomeAndCountsTheRest() throws PmixException {
		TestPeer peer = connect();
		for (int i = 0; i < 5000; i++) {
			peer.sendBytes(300 + i, (byte) 2, (byte) 3);
		}
		peer.die();
		server.advance(Duration.ofSeconds(1));

		assertThat(log.warnings()).hasSize(21).endsWith("4980 more warnings about connected processes are not shown");
		assertThat(server.dump()).doesNotContain("waits");
	}

	/** Issue 9, entry 6: all peers share one limit. */
	@Test
	void messages_malformedOfProcessThatReconnects_logsNoMoreThanOne() throws PmixException {
		for (int i = 0; i < 50; i++) {
			TestPeer peer = connect();
			peer.sendBytes(300, (byte) 2, (byte) 3);
			peer.sendBytes(301, (byte) 2, (byte) 3);
			peer.finish();
			server.run();
		}
		server.advance(Duration.ofSeconds(1));

		assertThat(log.warnings()).hasSize(21).endsWith("80 more warnings about connected processes are not shown");
	}

	@Test
	void messages_occasionallyMalformed_logsEach() throws PmixException {
		TestPeer peer = connect();
		for (int i = 0; i < 30; i++) {
			peer.sendBytes(300 + i, (byte) 2, (byte) 3);
			server.advance(Duration.ofSeconds(1));
		}

		assertThat(log.warnings()).hasSize(30);
	}

	@ParameterizedTest
	@EnumSource(names = { "R2", "R3", "R42", "R61" })
	void payload_empty_getsReplyInDialectOfPeer(Release release) throws PmixException {
		TestPeer peer = server.connect("job", 0, release);
		peer.sendBytes(300);

		assertThat(peer.status(300)).isEqualTo(Status.ERR_LOST_CONNECTION);
	}

	@Test
	void payload_extraBytes_areIgnored() throws PmixException {
		TestPeer peer = connect();
		peer.sendBytes(300, (byte) 2, (byte) 2, (byte) 0);
		peer.sendBytes(301, (byte) 2, (byte) 5, (byte) 9, (byte) 9, (byte) 9);

		assertThat(peer.status(301)).isEqualTo(Status.SUCCESS);
	}

	@Test
	void everyCommand_truncated_isAnsweredAtMostOnce() throws PmixException {
		for (int command = 0; command < 40; command++) {
			TestPeer peer = connect();
			for (int length = 1; length < 12; length++) {
				byte[] payload = new byte[length + 1];
				Arrays.fill(payload, (byte) 2);
				payload[1] = (byte) command;
				peer.sendBytes(1000 + length, payload);
			}
			assertThat(peer.tags()).as("replies to command " + command).doesNotHaveDuplicates();
			peer.die();
		}
		assertUsable(connect());
	}

	@Test
	void garbage_neverDisconnectsOrFails() throws PmixException {
		Random random = new Random(4711);
		for (int round = 0; round < 1000; round++) {
			TestPeer peer = connect();
			byte[] payload = new byte[1 + random.nextInt(40)];
			random.nextBytes(payload);
			payload[0] = 2;
			peer.sendBytes(500, payload);
			assertThat(peer.isCutOff()).isFalse();
			peer.die();
		}
		assertUsable(connect());
	}

	@Test
	void heartbeat_getsNoReply() throws PmixException {
		TestPeer peer = connect();
		peer.sendBytes(Tag.HEARTBEAT);

		assertThat(peer.tags()).isEmpty();
		assertUsable(peer);
	}

	@Test
	void request_onTagOfEventsOrOutput_getsNoReply() throws PmixException {
		TestPeer peer = connect();
		for (int tag : new int[] { Tag.NOTIFY, Tag.IOF, 99, Tag.WILDCARD }) {
			peer.sendBytes(tag, (byte) 2, (byte) 99);
		}

		assertThat(peer.tags()).as("a reply would be read as an event").isEmpty();
		assertUsable(peer);
	}

	@Test
	void tags_ofTheWholeRange_areAnswered() throws PmixException {
		TestPeer peer = connect();
		for (int tag : new int[] { 100, Integer.MAX_VALUE, Integer.MIN_VALUE, -2 }) {
			peer.sendBytes(tag);
			assertThat(peer.status(tag)).isEqualTo(Status.ERR_LOST_CONNECTION);
		}
	}

	@Test
	void namespace_tooLong_isBadParameter() throws PmixException {
		TestPeer peer = connect();
		byte[] name = new byte[300];
		Arrays.fill(name, (byte) 'x');
		byte[] payload = new byte[5 + 300 + 1 + 4];
		payload[0] = 2;
		payload[1] = 4;
		payload[2] = 2;
		payload[3] = (byte) 0xda; // zigzag of 301
		payload[4] = 4;
		System.arraycopy(name, 0, payload, 5, 300);
		payload[306] = 2;
		payload[308] = 2;
		peer.sendBytes(500, payload);

		assertThat(peer.status(500)).isEqualTo(Status.ERR_BAD_PARAM);
		assertUsable(peer);
	}

	@Test
	void frame_longerThanAnyProgramSends_disconnectsThatPeerOnly() throws PmixException {
		TestPeer peer = connect();
		TestPeer good = connect();
		peer.wire().put(new byte[] { 0, 0, 0, 0, 0, 0, 1, 0, (byte) 0x80, 0, 0, 0, 0, 0, 0, 0 });

		assertThat(peer.isCutOff()).isTrue();
		assertUsable(good);
	}

	@Test
	void afterFinalize_nothingIsAnswered() throws PmixException {
		TestPeer peer = connect();
		assertThat(peer.ask(JobRequest.Finalize.INSTANCE)).isEqualTo(Status.SUCCESS);
		int again = peer.send(JobRequest.Finalize.INSTANCE);
		int fence = peer.send(new DataRequest.Fence(List.of(Proc.wildcard("job")), Infos.EMPTY));

		assertThat(peer.isAnswered(again)).isFalse();
		assertThat(peer.isAnswered(fence)).isFalse();
	}
}
