// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4e.core.spi.RankPorts;
import org.pmix4j.testkit.Await;

/** Tests what ranks of other nodes get from the answers of ssh; {@link NodesDebugTest} tests with servers of OpenSSH. */
class RankPortsTest {
	/** Reports a forwarded port, 1000 more than ours, for each option -R, as ssh does. */
	private static final String FORWARDS = """
			for word; do
				case $word in
				127.0.0.1:0:127.0.0.1:*) echo "Allocated port $((${word##*:} + 1000)) for remote forward to 127.0.0.1:${word##*:}" ;;
				esac
			done
			""";

	@TempDir
	private Path folder;

	private RankNodes nodes(List<String> names, IProgressMonitor monitor, String ssh) throws Exception {
		Path shell = Files.writeString(folder.resolve("ssh"), ssh);
		return new RankNodes(InetAddress.getLoopbackAddress(), names, List.of("/bin/sh", shell.toString()), monitor);
	}

	private RankPorts open(String ssh) throws Exception {
		return new RankPorts(nodes(List.of("node1"), new NullProgressMonitor(), ssh), List.of(0, 3));
	}

	/** Returns what a rank of this machine's name gets in the place of its address. */
	private static String run(RankPorts ports, int rank) throws Exception {
		ProgramCommand command = ports.command(new ProgramCommand("echo", "/bin/echo", List.of("end")), 1, '"' + ports.place() + '"');
		List<String> words = new ArrayList<>(List.of(command.program()));
		words.addAll(command.arguments());
		ProcessBuilder builder = new ProcessBuilder(words);
		builder.environment().put("PMIX_RANK", Integer.toString(rank));
		return Await.output(builder.start()).strip();
	}

	@Test
	void command_ofANodeThatCanConnect_hasOurPorts() throws Exception {
		try (RankPorts ports = open("echo pmix4e-route open $(uname -n)")) {
			assertThat(run(ports, 3)).matches("127\\.0\\.0\\.1:\\d+ end");
			assertThat(run(ports, 1)).isEqualTo("end");
			assertThat(ports.notes()).containsExactly("the debugged ranks connect to this machine at 127.0.0.1");
		}
	}

	@Test
	void command_ofANodeThatCannotConnect_hasTheForwardedPorts() throws Exception {
		try (RankPorts ports = open(FORWARDS + "echo pmix4e-route closed $(uname -n); exec sleep 1234")) {
			String script = ports.command(new ProgramCommand("a", "/a", List.of()), 1, "b").arguments().get(1);
			Matcher own = Pattern.compile("3\\) p=(\\d+)").matcher(script);
			assertThat(own.find()).isTrue();
			assertThat(run(ports, 3)).isEqualTo("127.0.0.1:" + (Integer.parseInt(own.group(1)) + 1000) + " end");
			assertThat(run(ports, 1)).isEqualTo("end");
			assertThat(ports.notes()).containsExactly("the debugged ranks of node1 connect by ports that ssh forwards, because they cannot"
					+ " connect to this machine at 127.0.0.1");
			Await.until("stand-ins for ssh", Duration.ofSeconds(10), () -> carriers() == 1);
		}
		Await.until("stand-ins for ssh", Duration.ofSeconds(10), () -> carriers() == 0);
	}

	/** Returns how many stand-ins for ssh run. */
	private long carriers() {
		return ProcessHandle.current().descendants()
				.filter(process -> process.isAlive() && process.info().commandLine().orElse("").matches(".*sleep 1234")).count();
	}

	@Test
	void open_onlyOneOfTwoNodesForwards_letsRanksOfTheOtherRun() throws Exception {
		String ssh = """
				case "$*" in
				*" node1 "*)
				%s
					echo pmix4e-route closed elsewhere
					;;
				*)
					echo Warning: refused
					echo pmix4e-route closed $(uname -n)
					;;
				esac
				exec sleep 1234
				""".formatted(FORWARDS);
		RankNodes both = nodes(List.of("node1", "node2"), new NullProgressMonitor(), ssh);
		try (RankPorts ports = new RankPorts(both, List.of(0))) {
			assertThat(run(ports, 0)).isEqualTo("end");
			assertThat(ports.notes()).hasSize(2).anyMatch(note -> note.startsWith("ranks of node2 run without a debugger: node2 cannot connect to"
					+ " this machine at 127.0.0.1, and ssh does not forward a port (Warning: refused)"));
		}
	}

	@Test
	void open_noNodeForwards_isRefused() {
		assertThatThrownBy(() -> open("echo administratively prohibited; echo pmix4e-route closed a; exec sleep 1234"))
				.isInstanceOf(CoreException.class).hasMessageContaining("node1 cannot connect to this machine at 127.0.0.1, and ssh does not")
				.hasMessageContaining("(administratively prohibited)").hasMessageContaining("AllowTcpForwarding");
	}

	@Test
	void open_nameOfTheNodeIsNoWord_isNotTakenIntoTheScript() throws Exception {
		try (RankPorts ports = open(FORWARDS + "echo 'pmix4e-route closed $(reboot)'; exec sleep 1234")) {
			assertThat(ports.notes()).anyMatch(note -> note.contains("the node names itself $(reboot)"));
			assertThat(ports.command(new ProgramCommand("a", "/a", List.of()), 1, "b").arguments().toString()).doesNotContain("reboot");
		}
	}

	@Test
	void open_userCancels_endsSsh() throws Exception {
		IProgressMonitor canceled = new NullProgressMonitor();
		RankNodes hanging = nodes(List.of("node1", "node2"), canceled, "exec sleep 1234");
		Thread canceling = Thread.ofVirtual().start(() -> {
			try {
				Await.until("stand-ins for ssh", Duration.ofSeconds(10), () -> carriers() == 2);
			} finally {
				canceled.setCanceled(true);
			}
		});

		assertThatThrownBy(() -> new RankPorts(hanging, List.of(0))).isInstanceOf(OperationCanceledException.class);
		canceling.join();
		Await.until("stand-ins for ssh", Duration.ofSeconds(10), () -> carriers() == 0);
	}

	@Test
	void open_sshFails_connectsDirectlyAndSaysWhy() throws Exception {
		try (RankPorts ports = open("echo 'Host key verification failed.' >&2; exit 255")) {
			assertThat(run(ports, 0)).matches("127\\.0\\.0\\.1:\\d+ end");
			assertThat(ports.notes()).containsExactly("the debugged ranks connect to this machine at 127.0.0.1", "cannot ask node1 by ssh whether"
					+ " ranks there can connect to this machine (Host key verification failed.); a rank that cannot ends after 30 s");
		}
	}
}
