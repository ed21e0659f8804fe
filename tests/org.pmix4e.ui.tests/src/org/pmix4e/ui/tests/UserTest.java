// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Opens the Debug perspective as a new user sees it before each test, and removes all launches and configurations after it. */
abstract class UserTest {

	private final UnhandledErrors errors = new UnhandledErrors();

	@BeforeEach
	void openWorkbench() {
		errors.listen();
		Workbench.open(Workbench.DEBUG_PERSPECTIVE);
	}

	@AfterEach
	void leaveNothing() throws Exception {
		Workbench.clean();
		errors.assertNone();
	}
}
