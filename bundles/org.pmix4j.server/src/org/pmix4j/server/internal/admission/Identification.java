// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.server.spi.PeerUsers.Connection;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Finds out who is at the other end of new connections. A costly look is taken off the loop, and one at a time: those who come
 * meanwhile share the next one, which begins after a pause as long as the last one took, so that a job that starts has at least
 * half of that processor for itself. Owned by the {@link Doorman}, on the loop.
 */
public final class Identification {
	/**
	 * What was found out.
	 *
	 * @param told whether there is anybody to ask
	 * @param uid  the user at the other end; empty if it is nobody's
	 */
	record Word(boolean told, OptionalInt uid) {
		/** There is nobody to ask. */
		static final Word SILENCE = new Word(false, OptionalInt.empty());
		private static final Word NOBODY = new Word(true, OptionalInt.empty());

		static Word of(Optional<Map<Connection, Integer>> found, Connection connection) {
			if (found.isEmpty()) {
				return SILENCE;
			}
			Integer uid = found.get().get(connection);
			return uid == null ? NOBODY : new Word(true, OptionalInt.of(uid));
		}
	}

	private record Question(Connection connection, Consumer<Word> answer) {
	}

	private static final Logger LOG = System.getLogger(Identification.class.getName());

	private final PeerUsers users;
	private final EventLoop loop;
	private final Executor executor;
	private final List<Question> waiting = new ArrayList<>();
	private boolean looking;

	public Identification(PeerUsers users, EventLoop loop, Executor executor) {
		this.users = users;
		this.loop = loop;
		this.executor = executor;
	}

	/** @param answer is told on the loop, now or later */
	void ask(Connection connection, Consumer<Word> answer) {
		assert loop.inLoop();
		if (users.isQuick()) {
			answer.accept(Word.of(users.of(List.of(connection)), connection));
			return;
		}
		waiting.add(new Question(connection, answer));
		if (!looking) {
			look();
		}
	}

	private void look() {
		looking = true;
		long begun = loop.nanos();
		List<Question> asked = List.copyOf(waiting);
		waiting.clear();
		List<Connection> connections = asked.stream().map(Question::connection).toList();
		try {
			CompletableFuture.supplyAsync(() -> users.of(connections), executor)
					.whenComplete((found, error) -> backToLoop(() -> looked(asked, begun, found, error)));
		} catch (RejectedExecutionException e) {
			looked(asked, begun, null, e);
		}
	}

	/** Who cannot be identified for want of a look is nobody. */
	private void looked(List<Question> asked, long begun, @Nullable Optional<Map<Connection, Integer>> found, @Nullable Throwable error) {
		loop.schedule(Duration.ofNanos(loop.nanos() - begun), this::rested);
		if (error != null) {
			LOG.log(Level.ERROR, "nobody can be identified", error);
		}
		Optional<Map<Connection, Integer>> users = found == null ? Optional.of(Map.of()) : found;
		asked.forEach(question -> question.answer.accept(Word.of(users, question.connection)));
	}

	private void rested() {
		looking = false;
		if (!waiting.isEmpty()) {
			look();
		}
	}

	private void backToLoop(Runnable task) {
		try {
			loop.execute(task);
		} catch (RejectedExecutionException e) {
			LOG.log(Level.DEBUG, "the server was closed while somebody was at the door");
		}
	}
}
