// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.server.options.NodeName;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.testkit.ProcessTable;

/** Tests node names. The names were compared with getaddrinfo and AI_NUMERICHOST of glibc. */
class NodeNameTest {

	@ParameterizedTest
	@CsvSource({ "node7,node7", "node7.example.org,node7", "7.example.org,7", ".example.org,.example.org", "node.,node" })
	void name_withDomain_losesIt(String name, String node) {
		assertThat(NodeName.withoutDomain(name)).isEqualTo(node);
	}

	@ParameterizedTest
	@CsvSource({ "10.1.2.3", "127.1", "1.2", "10.1.65535", "0x7f.1", "010.1", "fe80::1", "1.16777215" })
	void address_inAnyForm_isUnchanged(String address) {
		assertThat(NodeName.withoutDomain(address)).isEqualTo(address);
	}

	@ParameterizedTest
	@CsvSource({ "1.2.3.4.5,1", "256.1,256", "1.2.3.256,1", "1.2.,1", "1..2,1", "08.1,08", "1.16777216,1", "1.-2,1", "1.0xg,1" })
	void numbers_otherThanAddresses_areNames(String name, String node) {
		assertThat(NodeName.withoutDomain(name)).isEqualTo(node);
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void thisMachine_hasTheKernelsName() throws Exception {
		assertThat(NodeName.ofThisMachine()).isEqualTo(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
		assertThat(OwnUser.ofThisProcess().orElseThrow().uid()).isEqualTo(ProcessTable.ownUid());
		assertThat(OwnUser.ofThisProcess().orElseThrow().gid()).isEqualTo(ProcessTable.ownGid());
	}
}
