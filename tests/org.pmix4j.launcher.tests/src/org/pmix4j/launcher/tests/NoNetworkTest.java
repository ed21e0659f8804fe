// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/**
 * Tests machines without a network: only the loopback interface, not even that, a host name that nothing resolves, an IPv6 address.
 *
 * @see "openpmix#3717, ompi#6377, mpich#7863, where the choice of an interface or a name server stopped the start"
 */
class NoNetworkTest {
	/** Enters namespaces of its own, in which it may set up the network, and hides the name of the machine from the resolver. */
	private static final String ISOLATED = "exec unshare --user --map-root-user --net --uts --mount sh -c '%s; "
			+ "hostname nowhere-to-be-resolved; mount --bind /dev/null /etc/hosts; mount --bind /dev/null /etc/resolv.conf; "
			+ "exec \"$0\" \"$@\"' \"$PMIX4J\" \"$@\"";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	private Path isolated(String setup) throws Exception {
		return Wrapper.write(scratch, ISOLATED.formatted(setup));
	}

	@ParameterizedTest
	@ValueSource(strings = { "ip link set lo up", "ip link set lo up; ip link add away0 type dummy; ip addr add 10.1.2.3/24 dev away0; "
			+ "ip link set away0 up; ip route add default dev away0", "ip link set lo up; ip -6 addr add fd00::1/64 dev lo" })
	void run_noOutsideNetworkAndNoNames_clientsWork(String setup) throws Exception {
		pmix4j.run("-n", 2, Peers.c("pmix_hello")).through(isolated(setup)).finish().requirePeers("pmix_hello", 2);
	}

	@Test
	void run_loopbackIsDown_programsRunAndNothingHangs() throws Exception {
		Outcome outcome = pmix4j.run("-n", 2, "echo", "here").through(isolated("true")).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("here", "here");
	}

	/** Each connection to an address of a name server would be seen, whether or not it exists. */
	@Test
	void run_anyJob_asksNoNameServer() throws Exception {
		Path calls = scratch.resolve("calls");
		Path traced = Wrapper.write(scratch, "exec strace -f -qq -e trace=connect,sendto -o '" + calls + "' \"$PMIX4J\" \"$@\"");

		pmix4j.run("-n", 1, Peers.c("pmix_hello")).through(traced).finish().requirePeers("pmix_hello", 1);

		assertThat(Files.readString(calls)).contains("sin_addr=inet_addr(\"127.0.0.1\")").doesNotContain("htons(53)");
	}
}
