// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.server.internal.core.ServerCore;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.lifecycle.Components;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests the life cycle of the server's components: all are registered, and none keeps data of a peer or namespace that is gone. */
class ComponentTest {
	private static final Path SOURCES = Checkout.root().resolve("bundles/org.pmix4j.server/src");
	private static final Status CODE = Status.of(-5000);

	/** A host that forwards output. */
	private static final class Forwarder implements PmixHost {
		@Override
		public CompletionStage<Void> pullOutput(List<Proc> procs, Infos directives, IofChannel channels) {
			return CompletableFuture.completedFuture(null);
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;
	private List<TestPeer> peers = List.of();

	ComponentTest() throws PmixException {
		server = TestServer.open(new Forwarder());
	}

	/** Makes every component keep data of the first rank and of its namespace. */
	@BeforeEach
	void useAll() throws PmixException {
		server.job("job", 3);
		peers = server.connectAll("job", 3);
		TestPeer peer = peers.get(0);
		peer.ask(Puts.commit("key", "value"));
		peer.ask(new EventRequest.RegisterEvents(List.of(CODE), Infos.EMPTY));
		server.get(server.core().notifyEvent(CODE, Proc.of("server", 0), DataRange.NAMESPACE, Infos.EMPTY));
		peer.ask(new EventRequest.Notify(Status.READY_FOR_DEBUG, DataRange.RM, Infos.EMPTY));
		peer.ask(new ControlRequest.Monitor(Info.of(MonitorAttributes.MONITOR_HEARTBEAT.key(), PmixValue.Pointer.INSTANCE), CODE,
				Infos.of(Info.of(MonitorAttributes.MONITOR_HEARTBEAT_TIME, 60))));
		IofFixture.pull(peer, Infos.EMPTY, IofChannel.STDOUT, Proc.of("job", 1));
		for (TestPeer each : peers) {
			each.send(new GroupRequest.GroupConstruct("group", List.of(Proc.wildcard("job")), Infos.EMPTY));
			each.send(new JobRequest.Connect(List.of(Proc.wildcard("job")), Infos.EMPTY, Infos.EMPTY));
		}
		server.get(server.core().data().defineProcessSet("set", List.of(Proc.of("job", 0))));
		server.get(server.core().data().setupLocalSupport("job", Infos.of(Info.of(SpawnAttributes.SET_ENVAR, new Envar("A", "1", '\0')))));
		peer.send(new DataRequest.Fence(List.of(Proc.wildcard("job")), Infos.EMPTY));
		peer.send(Puts.get("job", 1, "key"));
		server.run();
	}

	private List<ServerPeer> kept() {
		return Reachable.instances(server.core(), ServerPeer.class);
	}

	private static List<Class<?>> implementations() throws IOException, ClassNotFoundException {
		List<Class<?>> found = new ArrayList<>();
		try (Stream<Path> files = Files.walk(SOURCES)) {
			for (Path file : files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java")).toList()) {
				String name = SOURCES.relativize(file).toString().replace(".java", "").replace('/', '.');
				addImplementations(Class.forName(name, false, ServerCore.class.getClassLoader()), found);
			}
		}
		return found;
	}

	private static void addImplementations(Class<?> type, List<Class<?>> found) {
		if (Component.class.isAssignableFrom(type) && !type.isInterface() && type != Components.class) {
			found.add(type);
		}
		for (Class<?> nested : type.getDeclaredClasses()) {
			addImplementations(nested, found);
		}
	}

	@Test
	void components_everyImplementation_isListed() throws IOException, ClassNotFoundException {
		List<Class<?>> listed = new ArrayList<>();
		server.core().components().list().forEach(component -> listed.add(component.getClass()));

		assertThat(implementations()).hasSizeGreaterThan(10).containsExactlyInAnyOrderElementsOf(listed);
	}

	@Test
	void components_notificationOutsideTheLoop_failsAssertion() {
		assertThatThrownBy(server.core().components()::registryChanged).isInstanceOf(AssertionError.class);
	}

	@Test
	void dump_everyComponent_namesItsState() throws PmixException {
		assertThat(server.dump()).contains("namespace job: 3 of 3", "fence of job waits", "group group: 3 members", "get of 'key'",
				"1 registrations, 2 events kept", "1 pulls", "process set set", "monitors ", "setup of 1 jobs", "data of 1 processes");
	}

	@Test
	void peer_connectionEnds_isUnreferenced() throws PmixException {
		assertThat(kept()).hasSize(3);
		peers.get(0).die();
		server.run();

		assertThat(kept()).extracting(ServerPeer::proc).containsExactlyInAnyOrder(Proc.of("job", 1), Proc.of("job", 2));
		assertThat(server.dump()).contains("0 registrations", "0 pulls").doesNotContain("fence", "get of", "watches");
	}

	@Test
	void peer_finalizesAndCloses_isUnreferenced() throws PmixException {
		TestPeer peer = peers.get(2);
		peer.finish();
		peer.die();
		server.run();

		assertThat(kept()).extracting(ServerPeer::proc).containsExactlyInAnyOrder(Proc.of("job", 0), Proc.of("job", 1));
	}

	@Test
	void namespace_deregistered_leavesNothing() throws PmixException {
		server.get(server.core().deregisterNamespace("job"));
		server.advance(Duration.ofSeconds(1));

		assertThat(server.dump()).doesNotContain("job", "group", "process set", "watches", "setup of").contains("0 registrations", "0 pulls",
				"data of 0 processes");
		assertThat(kept()).isEmpty();
		assertThat(Reachable.instances(server.core(), Map.class)).noneMatch(map -> map.containsKey("job"));
	}

	@Test
	void server_closes_remoteGetFails() throws PmixException {
		CompletableFuture<?> remote = server.core().directModex(Proc.of("job", 1), Infos.EMPTY);
		server.run();
		assertThat(remote).isNotDone();
		server.core().close();

		assertThat(remote).isCompletedExceptionally();
	}

	@Test
	void handshake_ends_leavesNothing() throws PmixException {
		peers.get(0).ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO);
		List<String> left = Stream.concat(Reachable.classNames(server.core()).stream(), Reachable.classNames(server.loop()).stream()).toList();

		assertThat(left).anyMatch(name -> name.endsWith(".AdmittedPeer"))
				.noneMatch(name -> name.startsWith("org.pmix4j.wire.internal.handshake.Hello") && !name.endsWith(".HelloFlag"))
				.noneMatch(name -> name.endsWith(".Admission") || name.contains(".Admission$") || name.contains(".AcceptHandshake")
						|| name.endsWith(".PendingHello"));
	}
}
