// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.calls.PeerSearch;
import org.pmix4j.host.internal.calls.PeerSearch.Claim;
import org.pmix4j.host.internal.calls.PeerSearch.Relation;
import org.pmix4j.host.internal.calls.SocketOwners;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.model.Proc;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.posix.RlimitMarker;
import org.pmix4j.server.spi.PeerUsers.Connection;
import org.pmix4j.testkit.Await;

/** How the kernel's knowledge of a process decides whether it belongs to a rank; with real processes. */
class PeerSearchTest {
	private static final long NO_SOCKET = 0;

	private final String nspace = "p4j-" + UUID.randomUUID() + "@1";
	private final Proc rank = Proc.of(nspace, 0);
	private final RlimitMarker mark = Namespaces.marker(nspace).limit();
	private final List<Process> started = new ArrayList<>();
	private int rankPid;

	@BeforeEach
	void startRank() throws IOException {
		rankPid = start(Map.of(), "sh", "-c", "sleep 1000 & wait");
		mark.putOn(rankPid);
	}

	@AfterEach
	void end() {
		started.forEach(process -> {
			process.descendants().forEach(ProcessHandle::destroyForcibly);
			process.destroyForcibly();
		});
	}

	private int start(Map<String, String> variables, String... command) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(command);
		builder.environment().putAll(variables);
		Process process = builder.start();
		started.add(process);
		return (int) process.pid();
	}

	private int sleeper(Map<String, String> variables) throws IOException {
		return start(variables, "sleep", "1000");
	}

	private Map<String, String> environment(int number) {
		return Map.of("PMIX_NAMESPACE", nspace, "PMIX_RANK", Integer.toString(number));
	}

	private Relation relation(int pid, boolean isServed) {
		return PeerSearch.judge(new Claim(rank, OptionalInt.of(rankPid), isServed, NO_SOCKET), pid).relation();
	}

	@Test
	void judge_rankItselfAndDescendant_isOwn() throws Exception {
		Await.until("the rank has a child", Duration.ofSeconds(20), () -> started.get(0).descendants().findAny().isPresent());
		int child = (int) started.get(0).descendants().findAny().orElseThrow().pid();

		assertThat(relation(rankPid, true)).isEqualTo(Relation.OWN);
		assertThat(relation(child, true)).isEqualTo(Relation.OWN);
	}

	@Test
	void judge_thisProcess_isOwn() {
		assertThat(relation((int) ProcessHandle.current().pid(), true)).isEqualTo(Relation.OWN);
	}

	@Test
	void judge_markOfJobWithoutParents_isOwn() throws Exception {
		int escaped = sleeper(environment(0));
		int bare = sleeper(Map.of());
		mark.putOn(escaped);
		mark.putOn(bare);

		assertThat(relation(escaped, true)).isEqualTo(Relation.OWN);
		assertThat(relation(bare, true)).isEqualTo(Relation.OWN);
	}

	@Test
	void judge_markOfJobAndAnotherRank_isForeign() throws Exception {
		int other = sleeper(environment(1));
		mark.putOn(other);

		assertThat(relation(other, false)).isEqualTo(Relation.FOREIGN);
	}

	/** As a service does that one rank has started, such as a terminal multiplexer, when another rank asks it to run its program. */
	@Test
	void judge_childOfAnotherRankWithEnvironment_dependsOnWhetherRankIsServed() throws Exception {
		int other = start(environment(1), "sh", "-c", "PMIX_RANK=0 sleep 1000; exit");
		mark.putOn(other);
		ProcessHandle service = started.get(1).toHandle();
		Await.until("the service has a child with a changed environment", Duration.ofSeconds(20),
				() -> service.children().anyMatch(child -> ProcFs.variable((int) child.pid(), "PMIX_RANK").equals(Optional.of("0"))));
		int child = (int) service.children().findAny().orElseThrow().pid();
		mark.putOn(child);

		assertThat(relation(child, false)).isEqualTo(Relation.HANDED_ON);
		assertThat(relation(child, true)).isEqualTo(Relation.FOREIGN);
	}

	@Test
	void judge_processThatHasEnded_isUnknown() throws Exception {
		int ended = start(Map.of(), "true");
		Await.exit(started.get(1));

		assertThat(relation(ended, true)).isEqualTo(Relation.UNKNOWN);
	}

	@Test
	void judge_markOfAnotherJob_isForeign() throws Exception {
		int other = sleeper(environment(0));
		Namespaces.marker(nspace + "1").limit().putOn(other);

		assertThat(relation(other, true)).isEqualTo(Relation.FOREIGN);
	}

	@Test
	void judge_environmentAlone_dependsOnWhetherRankIsServed() throws Exception {
		int copy = sleeper(environment(0));

		assertThat(relation(copy, false)).isEqualTo(Relation.HANDED_ON);
		assertThat(relation(copy, true)).isEqualTo(Relation.FOREIGN);
	}

	@Test
	void judge_environmentOfAnotherRankOrNone_isForeign() throws Exception {
		assertThat(relation(sleeper(environment(1)), false)).isEqualTo(Relation.FOREIGN);
		assertThat(relation(sleeper(Map.of()), false)).isEqualTo(Relation.FOREIGN);
	}

	@Test
	void judge_jobThatCouldNotBeMarked_environmentIsUnknown() throws Exception {
		rankPid = sleeper(Map.of());

		assertThat(relation(sleeper(environment(0)), true)).isEqualTo(Relation.UNKNOWN);
		assertThat(relation(sleeper(Map.of()), true)).isEqualTo(Relation.FOREIGN);
	}

	@Test
	void judge_childOfHostBeforeStartIsReported_isOwn() throws Exception {
		int child = sleeper(environment(0));

		assertThat(PeerSearch.judge(new Claim(rank, OptionalInt.empty(), false, NO_SOCKET), child).relation()).isEqualTo(Relation.OWN);
	}

	@Test
	void search_socketOfThisProcess_isFoundByItsNumber() throws IOException {
		try (SocketOwners owners = new SocketOwners();
				ServerSocketChannel door = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
				SocketChannel peer = SocketChannel.open(door.getLocalAddress());
				SocketChannel end = door.accept()) {
			Connection connection = new Connection((InetSocketAddress) end.getRemoteAddress(), (InetSocketAddress) end.getLocalAddress());
			Claim claim = new Claim(rank, OptionalInt.of(rankPid), true, owners.inode(connection).orElseThrow());
			Claim missing = new Claim(rank, OptionalInt.of(rankPid), true, NO_SOCKET);

			assertThat(PeerSearch.search(mark, List.of(claim, missing))).containsOnlyKeys(claim)
					.extractingByKey(claim).extracting(PeerSearch.Finding::relation).isEqualTo(Relation.OWN);
			assertThat(peer.isOpen()).isTrue();
		}
	}
}
