// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.Platform;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

/** Tests that unused bundles are not loaded. It runs in a workbench of its own, because loaded bundles stay loaded. */
class ActivationTest {

	@Test
	void workbench_afterStartAndMenu_hasNotActivatedOurBundle() throws Exception {
		Ui.await("the window of the workbench", () -> Workbench.window().getShell().isVisible());
		assertThat(RunAsMenu.offers(ResourcesPlugin.getWorkspace().getRoot().getProject("x").getFile("program"))).isTrue();
		assertThat(RunAsMenu.offers(ResourcesPlugin.getWorkspace().getRoot().getProject("x").getFile("program.txt"))).isFalse();
		assertThat(Platform.getBundle("org.pmix4e.ui").getState()).isNotEqualTo(Bundle.ACTIVE);
	}
}
