// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.mpi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.placement.internal.topology.HardwareReader;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Tests the file with the hardware that ranks get over PMI, with ranks that speak the protocol in a shell. */
class PmiTopologyTest {
	/** Asks for the file, and writes the reply, the rights of the file and its first line. */
	private static final String RANK = """
			exec 3<>/dev/tcp/${PMI_PORT%:*}/${PMI_PORT#*:}
			ask() { echo "$1" >&3; read -r reply <&3; }
			ask "cmd=initack pmiid=$PMI_ID"; read -r size <&3; read -r rank <&3; read -r debug <&3
			ask 'cmd=init pmi_version=1 pmi_subversion=1'
			ask 'cmd=get_my_kvsname'
			ask "cmd=get kvsname=${reply#*kvsname=} key=PMI_hwloc_xmlfile"
			case $reply in
			*' rc=0 '*) file=${reply##*value=}; echo "$file $(stat -c '%a %u' "$file") $(head -n 1 "$file")" ;;
			*) echo "$reply" ;;
			esac
			ask 'cmd=barrier_in'
			ask 'cmd=finalize'
			""";
	private static final String NONE = "cmd=get_result rc=-1 msg=key_PMI_hwloc_xmlfile_not_found value=unknown";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void get_topologyInLargeJob_namesOneFileOfTheUserThatEndsWithTheJob() throws Exception {
		Outcome outcome = pmix4j.run("-n", 8, "bash", "-c", RANK).finish().requireExit(0);

		Set<String> lines = outcome.lines().stream().collect(Collectors.toSet());
		assertThat(outcome.lines()).hasSize(8);
		assertThat(lines).hasSize(1);
		String line = lines.iterator().next();
		if (HardwareReader.read().isEmpty()) {
			assertThat(line).isEqualTo(NONE);
			return;
		}
		assertThat(line).endsWith(" 600 " + Files.getAttribute(pmix4j.directory(), "unix:uid") + " <?xml version=\"1.0\" encoding=\"UTF-8\"?>");
		Path file = Path.of(line.substring(0, line.indexOf(' ')));
		assertThat(file).startsWithRaw(pmix4j.directory()).doesNotExist();
	}

	@Test
	void get_topologyInSmallJob_isRefusedAsReadingItTakesLongerThanItSaves() {
		Outcome outcome = pmix4j.run("-n", 2, "bash", "-c", RANK).finish().requireExit(0);

		assertThat(outcome.lines()).isEqualTo(List.of(NONE, NONE));
	}
}
