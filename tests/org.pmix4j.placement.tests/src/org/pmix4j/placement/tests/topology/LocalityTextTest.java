// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.tests.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.CpuSet;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.LocalityText;

/** The text that describes the processors of a rank to its peers. */
class LocalityTextTest {
	private final LocalityText text = new LocalityText(HardwareObject.flat(new CpuSet("2-5").numbers()));

	@Test
	void of_processors_namesPiecesByTheirOrder() {
		assertThat(text.of(new CpuSet("2").numbers())).isEqualTo("SK0:CR0:HT0:NM0");
		assertThat(text.of(new CpuSet("3-4").numbers())).isEqualTo("SK0:CR1-2:HT1-2:NM0");
		assertThat(text.of(new CpuSet("2,5,9").numbers())).isEqualTo("SK0:CR0,3:HT0,3:NM0");
	}

	@Test
	void of_noProcessorOfTheMachine_isEmpty() {
		assertThat(text.of(new CpuSet("0").numbers())).isEmpty();
	}

	@Test
	void packageOf_isThatWithAllProcessors() {
		assertThat(text.packageOf(new CpuSet("2-5").numbers())).isZero();
		assertThat(text.packageOf(new CpuSet("2,9").numbers())).isEqualTo(-1);
		assertThat(text.packageOf(new BitSet())).isEqualTo(-1);
	}
}
