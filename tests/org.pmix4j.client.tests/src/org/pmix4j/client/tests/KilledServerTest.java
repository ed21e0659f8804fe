// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.internal.connection.ServerContact;
import org.pmix4j.client.internal.session.Role;
import org.pmix4j.client.internal.session.RoleSession;
import org.pmix4j.client.internal.session.SessionCore;
import org.pmix4j.client.internal.session.SessionLimits;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.handshake.ServerOwner;

/**
 * Tests a tool that waits for a value while its server is killed.
 *
 * @see "prrte#2637, prrte#2711, prrte#1389, where prun waited for ever"
 */
class KilledServerTest {
	/** A call that does not notice the loss ends with another status then. */
	private static final Duration LIMIT = Duration.ofSeconds(20);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private static RoleSession attach(String uri) throws PmixException {
		String[] parts = uri.split(";");
		Proc server = Proc.of(parts[0].substring(0, parts[0].lastIndexOf('.')), 0);
		int port = Integer.parseInt(parts[1].substring(parts[1].lastIndexOf(':') + 1));
		Role role = new Role("tool", () -> new ServerContact(Optional.empty(), server, new InetSocketAddress("127.0.0.1", port),
				PeerVersion.parse("4.2.2"), new Encoding(Dialect.V41, false), NativeCredential.NATIVE, "here",
				ServerOwner.THIS_USER), HelloFlag.TOOL_NEEDS_ID,
				Infos.EMPTY, session -> session.job().fetchJobInfo(LIMIT), session -> session.job().leave(LIMIT),
				SessionCore::raiseLostConnection, ServedSessions.ANSWERS);
		return RoleSession.open(role, new SessionLimits(LIMIT, LIMIT, LIMIT, LIMIT, Runnable::run, PeerOptions.DEFAULT));
	}

	@Test
	void kill_serverOfWaitingTool_failsTheCallAndRaisesLostConnection() throws Exception {
		LauncherRun run = pmix4j.run("--report-uri", "-", "-n", 1, "sh", "-c", "echo $PMIX_NAMESPACE; exec sleep 1000").start()
				.awaitOutput("@1\n");
		RoleSession tool = attach(run.outputSoFar().lines().findFirst().orElseThrow());
		try {
			Proc rank = Proc.of(run.outputSoFar().lines().skip(1).findFirst().orElseThrow(), 0);
			CompletableFuture<?> value = tool.calls().start(() -> tool.core().gets().get(rank, "never put", GetOptions.DEFAULT));
			assertThat(tool.calls().isOpen()).isTrue();
			CompletableFuture<Status> event = new CompletableFuture<>();
			tool.events().register(HandlerOptions.of(Status.ERR_LOST_CONNECTION),
					EventHandler.listening(lost -> event.complete(lost.code())));
			assertThat(value).isNotDone();

			run.kill();

			assertThatThrownBy(() -> Await.result(value)).isInstanceOf(ExecutionException.class)
					.cause().isInstanceOfSatisfying(PmixException.class, e -> assertThat(e.status()).isEqualTo(Status.ERR_UNREACH));
			assertThat(Await.result(event)).isEqualTo(Status.ERR_LOST_CONNECTION);
		} finally {
			tool.close();
		}
	}
}
