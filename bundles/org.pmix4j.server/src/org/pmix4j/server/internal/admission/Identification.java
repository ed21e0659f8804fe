// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.spi.KernelSocketTable;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.server.spi.PeerUsers.Connection;
import org.pmix4j.wire.internal.kernel.OwnSockets;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Finds the users at the other end of new connections. A slow lookup runs on the executor, one at a time: connections that arrive during
 * it share the next one. A pause as long as the last lookup precedes it, so that a starting job keeps at least half of that processor.
 * Owned by {@link ConnectionFilter}, on the server's loop.
 */
public final class Identification {
	/** A connection in a slow lookup; its user is present if only the proof is missing. */
	private record Question(Connection connection, Optional<PeerUser> user, Consumer<PeerUser> answer) {
	}

	private static final PeerLog LOG = PeerLog.of(Identification.class);

	private final PeerUsers users;
	private final KernelSocketTable sockets = new KernelSocketTable();
	private final EventLoop loop;
	private final Executor executor;
	private final List<Question> waiting = new ArrayList<>();
	private boolean lookingUp;

	public Identification(PeerUsers users, EventLoop loop, Executor executor) {
		this.users = users;
		this.loop = loop;
		this.executor = executor;
	}

	/** Returns whether one lookup is enough. The kernel's table is read in pieces and may lack a line. */
	boolean isComplete() {
		return users.isQuick();
	}

	/** @param answer is given the user, on the loop, now or later */
	void ask(Connection connection, Consumer<PeerUser> answer) {
		assert loop.inLoop();
		Optional<PeerUser> user = users.isQuick() ? Optional.of(PeerUser.of(users.of(List.of(connection)), connection)) : Optional.empty();
		if (user.isPresent() && user.get().isProven()) {
			answer.accept(user.get());
			return;
		}
		waiting.add(new Question(connection, user, answer));
		if (!lookingUp) {
			lookUp();
		}
	}

	private void lookUp() {
		lookingUp = true;
		long begun = loop.nanos();
		List<Question> asked = List.copyOf(waiting);
		waiting.clear();
		try {
			CompletableFuture.supplyAsync(() -> find(asked), executor)
					.whenComplete((found, error) -> backToLoop(() -> found(asked, begun, found, error)));
		} catch (RejectedExecutionException | OutOfMemoryError e) {
			found(asked, begun, null, e);
		}
	}

	private Map<Connection, PeerUser> find(List<Question> asked) {
		Map<Connection, PeerUser> found = new HashMap<>();
		List<Connection> unknown = new ArrayList<>();
		for (Question question : asked) {
			question.user.ifPresentOrElse(user -> found.put(question.connection, user), () -> unknown.add(question.connection));
		}
		if (!unknown.isEmpty()) {
			Optional<Map<Connection, Integer>> given = users.of(unknown);
			unknown.forEach(connection -> found.put(connection, PeerUser.of(given, connection)));
		}
		List<Connection> doubtful = found.keySet().stream().filter(connection -> !found.get(connection).isProven()).toList();
		if (!doubtful.isEmpty()) {
			ofOwnUser(doubtful).forEach(connection -> found.put(connection, found.get(connection).proven()));
		}
		return found;
	}

	/**
	 * Returns those of the connections that come from processes of this process's own user, proven by the open files of processes, where
	 * user ids cannot prove it because the user namespace does not map them. Unlike a secret in the environment or a credential in a file,
	 * this works for unmodified C clients, which send only user ids. Reads all of {@code /proc}: not on the loop.
	 */
	private Set<Connection> ofOwnUser(List<Connection> connections) {
		Map<Connection, Long> inodes = new HashMap<>(sockets.inodes(connections).orElse(Map.of()));
		inodes.values().retainAll(OwnSockets.among(Set.copyOf(inodes.values())));
		return inodes.keySet();
	}

	/** Answers all that waited for one lookup. After a failed lookup their users count as missing. */
	private void found(List<Question> asked, long begun, @Nullable Map<Connection, PeerUser> found, @Nullable Throwable error) {
		loop.schedule(Duration.ofNanos(loop.nanos() - begun), this::pauseEnded);
		if (error != null) {
			LOG.log(Level.ERROR, "cannot look up the users of connections", error);
		}
		for (Question question : asked) {
			PeerUser user = found == null ? null : found.get(question.connection);
			question.answer.accept(user == null ? PeerUser.MISSING : user);
		}
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
