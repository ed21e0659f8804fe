// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What tests that debug native ranks have in common: jobs, and an end of all debugging after each test. */
abstract class NativeDebugging {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	@AfterEach
	void endDebugging() throws Exception {
		Debugged.endAll();
		NativeJobs.preferNone();
	}
}
