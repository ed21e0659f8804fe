// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.internal.connection.ServerContact;
import org.pmix4j.client.internal.connection.ServerFiles;
import org.pmix4j.client.internal.host.LocalAnswers;
import org.pmix4j.client.internal.session.Role;
import org.pmix4j.client.internal.session.RoleSession;
import org.pmix4j.client.internal.session.SessionLimits;
import org.pmix4j.client.internal.session.SharedLoop;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.server.internal.core.ServerCore;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.handshake.ServerOwner;

/** A PMIx4J server with a job of two ranks, and sessions of several roles with it, all on one simulated loop. */
final class ServedSessions {
	static final Proc SERVER = Proc.of("server", 0);
	static final Proc ASSIGNED = Proc.of("tool7", 0);
	static final Proc RANK1 = Proc.of("job1", 1);
	/** No files announce a server to these sessions. */
	static final LocalAnswers ANSWERS = LocalAnswers.ofClient(() -> new ServerFiles(Map.of("PMIX_SYSTEM_TMPDIR", "/proc/none"), Path.of("/")));
	private static final PeerVersion RELEASE = PeerVersion.parse("5.0.3");
	private static final Duration LIMIT = Duration.ofSeconds(5);

	/** Assigns a name to tools, and records its calls. */
	static final class Host implements PmixHost {
		final List<Infos> tools = new ArrayList<>();
		final List<String> calls = new ArrayList<>();
		CompletableFuture<Void> inputTaken = CompletableFuture.completedFuture(null);

		@Override
		public CompletionStage<Proc> toolConnected(Infos infos) {
			tools.add(infos);
			return CompletableFuture.completedFuture(ASSIGNED);
		}

		@Override
		public CompletionStage<Void> pullOutput(List<Proc> procs, Infos directives, IofChannel channels) {
			calls.add((directives.contains(IofAttributes.IOF_STOP) ? "stop " : "pull ") + procs);
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletionStage<Void> pushInput(Proc source, List<Proc> targets, Infos directives, ByteObject data) {
			calls.add(source + " to " + targets + ": " + new String(data.toByteArray(), StandardCharsets.UTF_8));
			return inputTaken;
		}
	}

	final SimulatedLoop loop;
	final Host host = new Host();
	final ServerCore server;

	ServedSessions() throws PmixException {
		this(new SimulatedLoop());
	}

	/** Starts the server on a loop of the test. */
	ServedSessions(SimulatedLoop loop) throws PmixException {
		this.loop = loop;
		int uid = OwnUser.ofThisProcess().orElseThrow().uid();
		ServerOptions options = ServerOptions.of(SERVER, "here", Path.of("/srv")).withExecutor(loop::execute);
		server = ServerCore.open(options, host, loop,
				peers -> Optional.of(peers.stream().collect(Collectors.toMap(peer -> peer, peer -> uid))));
		await(server.registerNamespace("job1", 2, Infos.of(Info.of(JobAttributes.JOB_SIZE, 2))));
		for (int rank = 0; rank < 2; rank++) {
			OwnUser user = OwnUser.ofThisProcess().orElseThrow();
			await(server.registerClient(Proc.of("job1", rank), user.uid(), user.gid(), "rank " + rank));
		}
	}

	<T> T await(CompletableFuture<T> future) throws PmixException {
		return loop.await(future, LIMIT);
	}

	PmixClient client(int rank) throws PmixException {
		Map<String, String> environment = server.environment(Proc.of("job1", rank));
		return SharedLoop.use(loop,
				() -> PmixClient.open(ClientOptions.DEFAULT.withEnvironment(environment).withExecutor(loop::execute)));
	}

	/** Returns the role of a minimal tool, which finds the server by its URI and lets the server assign its name. */
	Role tool(Infos infos, Role.Loss loss) {
		return new Role("tool", this::contact, HelloFlag.TOOL_NEEDS_ID, infos, session -> session.job().fetchJobInfo(LIMIT),
				session -> session.job().leave(LIMIT), loss, ANSWERS);
	}

	RoleSession open(Role role) throws PmixException {
		SessionLimits options = new SessionLimits(LIMIT, LIMIT, LIMIT, LIMIT, loop::execute, PeerOptions.DEFAULT);
		return SharedLoop.use(loop, () -> RoleSession.open(role, options));
	}

	private ServerContact contact() {
		int port = Integer.parseInt(server.uri().substring(server.uri().lastIndexOf(':') + 1));
		return new ServerContact(Optional.empty(), SERVER, new InetSocketAddress("127.0.0.1", port), RELEASE,
				new Encoding(Dialect.V41, false), NativeCredential.NATIVE, "here", ServerOwner.THIS_USER);
	}

	void write(Proc source, String text) throws PmixException {
		await(server.deliverOutput(source, IofChannel.STDOUT, Infos.EMPTY, bytes(text)));
		loop.run();
	}

	static ByteObject bytes(String text) {
		return ByteObject.wrap(text.getBytes(StandardCharsets.UTF_8));
	}

	static String text(ByteObject data) {
		return new String(data.toByteArray(), StandardCharsets.UTF_8);
	}

	static Info note(String key, String text) {
		return Info.of(key, new PmixValue.Str(text));
	}
}
