// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.session;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.internal.connection.ServerFiles;
import org.pmix4j.client.internal.connection.ServerContact;
import org.pmix4j.client.internal.connection.SingletonFinder;
import org.pmix4j.client.internal.host.LocalAnswers;
import org.pmix4j.model.Infos;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.loop.CloseReason;

/**
 * The differences between the roles that connect to a server, such as client and tool. Immutable.
 *
 * @param name       of the role, for threads and messages
 * @param finder     finds the server
 * @param flag       kind of process in the hello
 * @param helloInfos further information in the hello
 * @param opening    requests after the handshake; the session opens when they have succeeded
 * @param closing    requests before the connection is closed; must not fail
 * @param loss       reaction to the loss of the connection; not called for a session that is closing
 * @param answers    to queries that need no server
 */
public record Role(String name, ServerContact.Finder finder, HelloFlag flag, Infos helloInfos, Step opening, Step closing, Loss loss,
		LocalAnswers answers) {
	private static final PeerLog LOG = PeerLog.of(Role.class);
	/** The C library waits as long. */
	private static final Duration FINALIZE_LIMIT = Duration.ofSeconds(2);

	/** Requests at the beginning or the end of a session. Runs on the loop. */
	@FunctionalInterface
	public interface Step {
		/**
		 * Sends the requests.
		 *
		 * @param session newly connected, or about to be closed
		 * @return completed on the loop when the server has answered
		 */
		CompletableFuture<Void> run(SessionCore session);
	}

	/** The reaction to the loss of the connection. Runs on the loop. */
	@FunctionalInterface
	public interface Loss {
		/**
		 * Reacts to the loss.
		 *
		 * @param session the session; its pending requests have already failed
		 * @param reason  the reason for the end of the connection
		 */
		void lost(SessionCore session, CloseReason reason);
	}

	/**
	 * Makes the role of a rank that a launcher has started, or of a singleton if none has.
	 *
	 * @param environment the environment of the process
	 * @param barrier     whether it waits for all ranks of its job before it leaves
	 * @return the client role
	 */
	public static Role client(Map<String, String> environment, boolean barrier) {
		return new Role("client", new SingletonFinder(environment), HelloFlag.CLIENT, Infos.EMPTY,
				session -> session.job().fetchJobInfo(session.openingLimit()),
				session -> barrier ? leaveTogether(session) : session.job().leave(FINALIZE_LIMIT),
				SessionCore::raiseLostConnection,
				LocalAnswers.ofClient(() -> new ServerFiles(environment, Path.of("").toAbsolutePath())));
	}

	/** Leaves after a fence, even if it fails because other ranks have ended. */
	private static CompletableFuture<Void> leaveTogether(SessionCore session) {
		return session.data().fence(List.of(), FenceOptions.DEFAULT).handle((nothing, failure) -> {
			if (failure != null) {
				LOG.log(Level.DEBUG, "The ranks do not leave together", failure);
			}
			return session.job().leave(FINALIZE_LIMIT);
		}).thenCompose(left -> left);
	}
}
