// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Simulates whole jobs in an order determined by a seed: every rank puts, fences and gets for several rounds; some die, some start over. No
 * rank may wait forever or be answered twice, and data put before a fence must be readable after it.
 */
class SimulationTest {
	private static final int ROUNDS = 5;
	private static final int MOST_STEPS = 10_000;
	private static final Proc ALL = Proc.wildcard("job");

	@RegisterExtension
	private final ServerLog log = new ServerLog();

	static LongStream seeds() {
		return LongStream.rangeClosed(1, 150);
	}

	/** The state of one rank. */
	private static final class Actor {
		private final int rank;
		private TestPeer peer;
		private int round;
		private int step;
		private int tag;
		private int target;
		private boolean dead;

		private Actor(int rank, TestPeer peer) {
			this.rank = rank;
			this.peer = peer;
		}

		private boolean isDone() {
			return dead || round == ROUNDS;
		}
	}

	@ParameterizedTest
	@MethodSource("seeds")
	void job_inAnyOrder_completes(long seed) throws PmixException {
		Random random = new Random(seed);
		boolean deadly = random.nextInt(3) == 0;
		TestServer server = TestServer.shuffled(seed, random.nextBoolean() ? 1 << 20 : 0);
		int size = 2 + random.nextInt(4);
		server.job("job", size);
		List<Actor> actors = new ArrayList<>();
		for (int rank = 0; rank < size; rank++) {
			actors.add(new Actor(rank, server.connect("job", rank, Release.values()[random.nextInt(Release.values().length)])));
		}
		for (int count = 0; actors.stream().anyMatch(actor -> !actor.isDone()); count++) {
			assertThat(count).as("seed " + seed + " gets stuck:\n" + server.dump()).isLessThan(MOST_STEPS);
			Actor actor = actors.get(random.nextInt(size));
			if (deadly && !actor.isDone() && random.nextInt(40) == 0) {
				actor.dead = true;
				actor.peer.die();
			}
			if (!actor.isDone() && (actor.tag == 0 || actor.peer.isAnswered(actor.tag))) {
				proceed(server, actor, actors, random);
			}
		}
		for (Actor actor : actors.stream().filter(actor -> !actor.dead).toList()) {
			assertThat(actor.peer.tags()).as("seed " + seed + ": no unexpected messages").isEmpty();
		}
	}

	private static void proceed(TestServer server, Actor actor, List<Actor> actors, Random random) throws PmixException {
		switch (actor.step) {
			case 0 -> actor.tag = actor.peer.post(Puts.commit("key" + actor.round, value(actor.rank, actor.round)));
			case 1 -> {
				assertThat(actor.peer.status(actor.tag)).isEqualTo(Status.SUCCESS);
				boolean collect = actor.round % 2 == 0;
				actor.tag = actor.peer.post(new DataRequest.Fence(List.of(ALL),
						Infos.of(Info.of(KeyValueAttributes.COLLECT_DATA, collect))));
			}
			case 2 -> {
				Status status = actor.peer.status(actor.tag);
				boolean somebodyDied = actors.stream().anyMatch(other -> other.dead);
				assertThat(status).isIn(somebodyDied ? List.of(Status.SUCCESS, Status.ERR_PARTIAL_SUCCESS) : List.of(Status.SUCCESS));
				actor.target = random.nextInt(actors.size());
				actor.tag = actor.peer.post(Puts.get("job", actor.target, "key" + actor.round));
			}
			case 3 -> checkValue(actor, actors);
			default -> {
				if (random.nextInt(4) == 0) {
					actor.peer.finish();
					actor.peer = server.connect("job", actor.rank);
				}
				actor.round++;
				actor.step = -1;
			}
		}
		actor.step++;
	}

	private static void checkValue(Actor actor, List<Actor> actors) throws PmixException {
		Reply.GetReply reply = actor.peer.reply(actor.tag, ReplyKind.GET);
		actor.tag = 0;
		if (reply.status().isSuccess()) {
			assertThat(reply.data().get(0).proc()).isEqualTo(Proc.of("job", actor.target));
			assertThat(Puts.values(reply, actor.peer)).containsEntry("key" + actor.round, value(actor.target, actor.round));
		} else {
			assertThat(actors.get(actor.target).dead).as("only dead ranks have no data").isTrue();
			assertThat(reply.status()).isEqualTo(Status.ERR_NOT_FOUND);
		}
	}

	private static String value(int rank, int round) {
		return "of " + rank + " in round " + round;
	}

	@ParameterizedTest
	@MethodSource("seeds")
	void job_restartedRepeatedly_staysConsistent(long seed) throws PmixException {
		Random random = new Random(seed);
		TestServer server = TestServer.shuffled(seed, 0);
		server.job("job", 3);
		List<Actor> actors = new ArrayList<>();
		for (int rank = 0; rank < 3; rank++) {
			actors.add(new Actor(rank, server.connect("job", rank)));
		}
		for (int count = 0; actors.stream().anyMatch(actor -> !actor.isDone()); count++) {
			assertThat(count).as("seed " + seed + " gets stuck:\n" + server.dump()).isLessThan(MOST_STEPS);
			Actor actor = actors.get(random.nextInt(3));
			if (actor.isDone() || actor.tag != 0 && !actor.peer.isAnswered(actor.tag)) {
				continue;
			}
			if (actor.tag == 0) {
				actor.tag = actor.peer.post(new DataRequest.Fence(List.of(ALL), Infos.EMPTY));
			} else {
				assertThat(actor.peer.status(actor.tag)).isEqualTo(Status.SUCCESS);
				assertThat(actor.peer.ask(JobRequest.Finalize.INSTANCE)).isEqualTo(Status.SUCCESS);
				actor.peer.die();
				actor.peer = server.connect("job", actor.rank);
				actor.tag = 0;
				actor.round++;
			}
		}
	}
}
