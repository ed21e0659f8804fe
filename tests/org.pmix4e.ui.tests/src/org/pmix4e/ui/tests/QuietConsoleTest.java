// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Keeps the Console from coming to the front when a job writes: it would hide a view that is read, and it keeps the key Tab, as it is
 * editable.
 */
abstract class QuietConsoleTest extends UserTest {
	@BeforeEach
	void keepConsoleBack() {
		ConsoleTester.keepBack();
	}

	@AfterEach
	void restoreConsole() {
		ConsoleTester.letComeUp();
	}
}
