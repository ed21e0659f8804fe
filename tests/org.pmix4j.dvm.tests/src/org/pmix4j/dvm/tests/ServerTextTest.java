// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.pmix4j.dvm.internal.ServerText;

/** Tests how messages of PRRTE are cut into lines. */
class ServerTextTest {
	@Test
	void lines_frameEmptyLinesAndFinalZero_areLeftOut() {
		assertThat(ServerText.lines("-----\nprte was unable\n\n   Node: a \n-----\n\0")).containsExactly("prte was unable", "   Node: a");
	}
}
