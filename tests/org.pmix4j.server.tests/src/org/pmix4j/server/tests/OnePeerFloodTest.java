// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.ScopedData;

/** Tests that a peer that asks the server to keep too much is refused, and that the others go on. */
class OnePeerFloodTest {
	private static final int MIB = 1 << 20;
	/** The memory of the server, as with -Xmx64m. */
	private static final long MEMORY = 64 * MIB;
	private static final int FRAME = 8 * MIB;

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;
	private final List<TestPeer> peers;

	OnePeerFloodTest() throws PmixException {
		Limits limits = new Limits(64 << 10, FRAME, FRAME, 1 << 20, 32, MIB);
		server = TestServer.with(PmixHost.NONE, options -> options.withMemory(MEMORY).withLimits(limits));
		server.job("job", 20);
		peers = server.connectAll("job", 20);
	}

	private static Request blob(String key, int size) {
		KvalBlob data = KvalBlob.of(List.of(new Kval(key, ByteObject.wrap(new byte[size]))));
		return Puts.commit(new ScopedData(Scope.LOCAL, data));
	}

	/** Requires that a peer can commit, and that another one can read it. */
	private void assertOthersGoOn(String key) throws PmixException {
		assertThat(peers.get(1).ask(Puts.commit(key, "value"))).isEqualTo(Status.SUCCESS);
		assertThat(Puts.values(peers.get(2).ask(Puts.get("job", 1, key), ReplyKind.GET), peers.get(2))).containsEntry(key, "value");
	}

	@Test
	void commit_ofEverNewKeys_isRefusedAndKeepsWhatWasCommitted() throws PmixException {
		List<Status> answers = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			answers.add(peers.get(0).ask(blob("key" + i, MIB)));
		}

		assertThat(answers.subList(0, 3)).containsOnly(Status.SUCCESS);
		assertThat(answers.subList(10, 20)).containsOnly(Status.ERR_OUT_OF_RESOURCE);
		assertThat(log.warnings().get(0)).contains("job:0").contains("the data committed by job:0 would need");
		assertThat(peers.get(1).ask(Puts.get("job", 0, "key0"), ReplyKind.GET).status()).isEqualTo(Status.SUCCESS);
		assertOthersGoOn("other");
	}

	@Test
	void commit_ofManySmallKeys_countsMoreThanTheirBytes() throws PmixException {
		int accepted = 0;
		Status answer = Status.SUCCESS;
		for (int block = 0; block < 100 && answer.isSuccess(); block++) {
			List<Kval> kvals = new ArrayList<>();
			for (int i = 0; i < 10_000; i++) {
				kvals.add(new Kval("key" + block + "." + i, ByteObject.EMPTY));
			}
			answer = peers.get(0).ask(Puts.commit(new ScopedData(Scope.LOCAL, KvalBlob.of(kvals))));
			accepted += answer.isSuccess() ? kvals.size() : 0;
		}

		assertThat(answer).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
		assertThat(accepted).isBetween(10_000, 60_000);
		assertOthersGoOn("other");
	}

	@Test
	void commit_byAllPeers_leavesRoomForTheNext() throws PmixException {
		for (TestPeer peer : peers.subList(3, 20)) {
			for (int i = 0; i < 6; i++) {
				peer.ask(blob("key" + i, MIB));
			}
		}

		assertOthersGoOn("other");
	}

	@Test
	void memory_ofCommittedData_isFreeWhenTheJobEnds() throws PmixException {
		peers.get(0).ask(blob("key", MIB));
		assertThat(server.dump()).contains("bytes for committed data");
		server.get(server.core().deregisterNamespace("job"));

		assertThat(server.dump()).doesNotContain("memory:");
	}

	private static EventRequest.Notify event(int size) {
		return new EventRequest.Notify(Status.of(-5000), DataRange.LOCAL, Infos.of(Info.of("text", new PmixValue.Str("x".repeat(size)))));
	}

	private int eventsFor(TestPeer peer) throws PmixException {
		assertThat(peer.ask(new EventRequest.RegisterEvents(List.of(Status.of(-5000)), Infos.EMPTY))).isEqualTo(Status.SUCCESS);
		return peer.events().size();
	}

	@Test
	void events_ofOneProcess_makeRoomForItsNewOnes() throws PmixException {
		assertThat(peers.get(1).ask(event(10))).isEqualTo(Status.SUCCESS);
		for (int i = 0; i < 100; i++) {
			assertThat(peers.get(0).ask(event(100_000))).isEqualTo(Status.SUCCESS);
		}

		assertThat(server.dump()).containsPattern("memory: [89][0-9]{5} of 2097152 bytes for events kept for later registrations");
		assertThat(eventsFor(peers.get(2))).as("the event of the other process and the last ones").isEqualTo(5);
	}

	@Test
	void event_thatNeedsTooMuchMemory_isRefused() throws PmixException {
		assertThat(peers.get(0).ask(event(MIB))).isEqualTo(Status.ERR_OUT_OF_RESOURCE);

		assertThat(eventsFor(peers.get(2))).isZero();
		assertThat(log.warnings().get(0)).contains("an event of job:0 needs");
		assertThat(server.dump()).doesNotContain("for events kept");
	}

	@Test
	void registrations_ofEverNewCodes_areRefused() throws PmixException {
		Status answer = Status.SUCCESS;
		int count = 0;
		while (answer.isSuccess() && count < 100_000) {
			List<Status> codes = new ArrayList<>();
			for (int i = 0; i < 500; i++) {
				codes.add(Status.of(-10_000 - count++));
			}
			answer = peers.get(0).ask(new EventRequest.RegisterEvents(codes, Infos.EMPTY));
		}

		assertThat(answer).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
		assertThat(count).isLessThan(2000);
		assertThat(eventsFor(peers.get(2))).isZero();
		peers.get(0).ask(new EventRequest.Notify(Status.of(-5000), DataRange.LOCAL, Infos.EMPTY));
		assertThat(peers.get(2).events()).hasSize(1);
		peers.get(0).die();
		peers.get(2).die();
		assertThat(server.dump()).doesNotContain("event registrations");
	}

	@Test
	void processSets_ofOneProcess_areRefused() throws PmixException {
		List<Status> answers = new ArrayList<>();
		for (int i = 0; i < 60; i++) {
			answers.add(define(peers.get(0), "set" + i, "x".repeat(10_000)));
		}

		assertThat(answers.get(0)).isEqualTo(Status.SUCCESS);
		assertThat(answers.get(59)).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
		assertThat(define(peers.get(1), "other", "")).isEqualTo(Status.SUCCESS);
		server.get(server.core().deregisterNamespace("job"));
		assertThat(server.dump()).doesNotContain("for process sets");
	}

	private static Status define(TestPeer peer, String name, String rest) throws PmixException {
		Infos infos = Infos.EMPTY.with(JobControlAttributes.JOB_CTRL_DEFINE_PSET, name + rest);
		int tag = peer.send(new ControlRequest.JobControl(List.of(), infos));
		return peer.status(tag);
	}

	@Test
	void request_overTheLimit_isSkippedAndAnswered() throws PmixException {
		int tag = peers.get(0).send(blob("large", FRAME));

		assertThat(peers.get(0).status(tag)).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
		assertThat(log.warnings()).hasSize(1);
		assertThat(log.warnings().get(0)).contains("job:0").contains("the limit is " + FRAME + " bytes (option --max-message)");
		assertThat(peers.get(0).ask(blob("small", 1))).as("the connection is still usable").isEqualTo(Status.SUCCESS);
		assertThat(server.dump()).doesNotContain("requests in progress");
	}

	@Test
	void requests_thatAreNeverCompleted_leaveRoomForOthers() throws PmixException {
		for (TestPeer peer : peers.subList(3, 20)) {
			peer.feed(ByteBuffer.allocate(16).putInt(4, 500).putInt(8, FRAME).array());
			peer.feed(new byte[FRAME / 2]);
			server.run();
		}
		assertThat(server.dump()).containsPattern("memory: [0-9]+ of 12582912 bytes for requests in progress");
		assertOthersGoOn("other");
		for (TestPeer peer : peers.subList(3, 20)) {
			peer.feed(new byte[FRAME - FRAME / 2]);
		}

		assertThat(peers.get(19).status(500)).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
		assertThat(peers.get(19).ask(blob("small", 1))).isEqualTo(Status.SUCCESS);
		for (TestPeer peer : peers.subList(3, 20)) {
			peer.die();
		}
		assertThat(server.dump()).doesNotContain("requests in progress");
	}
}
