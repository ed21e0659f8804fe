// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.tests.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.placement.internal.mapping.NodeHardware;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;
import org.pmix4j.placement.internal.topology.SyntheticHardware;

class NodeHardwareTest {
	/** The numbers are those of hwloc 2.12 for the same hardware with the same processors allowed. */
	@ParameterizedTest
	@CsvSource({
			"package:2 core:2 pu:1, [PACKAGE[0]={2; 3}]",
			"package:2 [numa] core:2 pu:1, [PACKAGE[0]={}; PACKAGE[1]={2; 3}]",
			"package:2 numa:2 core:1 pu:1, [PACKAGE[0]={}; PACKAGE[1]={2; 3}]" })
	void packageWithoutAllowedProcessors_keepsItsNumberIfItHasMemory(String words, String packages) {
		BitSet allowed = new BitSet();
		allowed.set(2, 4);

		NodeHardware hardware = new NodeHardware(SyntheticHardware.parse(words), allowed);

		assertThat(hardware.all(Type.PACKAGE).stream().map(piece -> piece + "=" + piece.cpus()).toList())
				.hasToString(packages.replace(';', ','));
	}
}
