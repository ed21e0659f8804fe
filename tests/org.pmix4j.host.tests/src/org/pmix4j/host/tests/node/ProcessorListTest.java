// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.Processor;
import org.pmix4j.host.internal.node.ProcessorList;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.SyntheticHardware;

/** Tests the list of processors that views of jobs draw. */
class ProcessorListTest {
	@Test
	void list_ofTwoPackages_namesCoreAndPackageOfEachProcessor() {
		BitSet usable = new BitSet();
		usable.set(1, 4);

		List<Processor> list = ProcessorList.of(SyntheticHardware.parse("package:2 core:1 pu:2"), usable);

		assertThat(list).containsExactly(new Processor(0, 0, 0, false), new Processor(1, 0, 0, true), new Processor(2, 1, 1, true),
				new Processor(3, 1, 1, true));
	}

	@Test
	void list_ofUnknownHardware_makesEachProcessorACore() {
		BitSet all = new BitSet();
		all.set(0, 2);

		assertThat(ProcessorList.of(HardwareObject.flat(all), all)).containsExactly(new Processor(0, 0, 0, true), new Processor(1, 1, 0, true));
	}
}
