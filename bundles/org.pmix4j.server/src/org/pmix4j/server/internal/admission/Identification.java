// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.server.spi.PeerUsers.Connection;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Finds the users at the other end of new connections. A slow lookup runs on the executor, one at a time: connections that arrive during
 * it share the next one. A pause as long as the last lookup precedes it, so that a starting job keeps at least half of that processor.
 * Owned by {@link AdmissionControl}, on the server's loop.
 */
public final class Identification {
	private record Question(Connection connection, Consumer<PeerUser> answer) {
	}

	private static final PeerLog LOG = PeerLog.of(Identification.class);

	private final PeerUsers users;
	private final EventLoop loop;
	private final Executor executor;
	private final List<Question> waiting = new ArrayList<>();
	private boolean lookingUp;

	public Identification(PeerUsers users, EventLoop loop, Executor executor) {
		this.users = users;
		this.loop = loop;
		this.executor = executor;
	}

	/** @param answer is given the user, on the loop, now or later */
	void ask(Connection connection, Consumer<PeerUser> answer) {
		assert loop.inLoop();
		if (users.isQuick()) {
			answer.accept(PeerUser.of(users.of(List.of(connection)), connection));
			return;
		}
		waiting.add(new Question(connection, answer));
		if (!lookingUp) {
			lookUp();
		}
	}

	private void lookUp() {
		lookingUp = true;
		long begun = loop.nanos();
		List<Question> asked = List.copyOf(waiting);
		waiting.clear();
		List<Connection> connections = asked.stream().map(Question::connection).toList();
		try {
			CompletableFuture.supplyAsync(() -> users.of(connections), executor)
					.whenComplete((found, error) -> backToLoop(() -> found(asked, begun, found, error)));
		} catch (RejectedExecutionException e) {
			found(asked, begun, null, e);
		}
	}

	/** Answers all that waited for one lookup. After a failed lookup their users count as missing. */
	private void found(List<Question> asked, long begun, @Nullable Optional<Map<Connection, Integer>> found, @Nullable Throwable error) {
		loop.schedule(Duration.ofNanos(loop.nanos() - begun), this::pauseEnded);
		if (error != null) {
			LOG.log(Level.ERROR, "cannot look up the users of connections", error);
		}
		Optional<Map<Connection, Integer>> users = found == null ? Optional.of(Map.of()) : found;
		asked.forEach(question -> question.answer.accept(PeerUser.of(users, question.connection)));
	}

	private void pauseEnded() {
		lookingUp = false;
		if (!waiting.isEmpty()) {
			lookUp();
		}
	}

	private void backToLoop(Runnable task) {
		try {
			loop.execute(task);
		} catch (RejectedExecutionException e) {
			LOG.log(Level.DEBUG, "the server was closed during the admission of a connection");
		}
	}
}
