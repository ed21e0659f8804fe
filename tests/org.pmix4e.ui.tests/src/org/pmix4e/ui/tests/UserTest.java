// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Each test begins with the Debug perspective as a new user sees it, and leaves nothing behind. */
abstract class UserTest {

	@BeforeEach
	void openWorkbench() {
		Workbench.open(Workbench.DEBUG_PERSPECTIVE);
	}

	@AfterEach
	void leaveNothing() throws Exception {
		Workbench.clean();
	}
}
