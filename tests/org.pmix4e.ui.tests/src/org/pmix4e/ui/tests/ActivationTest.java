// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.core.expressions.EvaluationContext;
import org.eclipse.core.expressions.ReferenceExpression;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.Platform;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

/** Who does not use it does not pay for it. Its name lets it run first: what is loaded stays so. */
class ActivationTest {

	@Test
	void workbench_thatHasStartedAndShownAMenu_hasLoadedNothingOfOurs() throws Exception {
		Ui.await("the window of the workbench", () -> Workbench.window().getShell().isVisible());
		Ui.get(() -> {
			EvaluationContext menu = new EvaluationContext(null, ResourcesPlugin.getWorkspace().getRoot().getProject("x").getFile("program"));
			menu.addVariable("org.eclipse.core.runtime.Platform", Platform.class);
			return new ReferenceExpression("org.pmix4e.ui.launchable").evaluate(menu);
		});
		assertThat(Platform.getBundle("org.pmix4e.ui").getState()).isNotEqualTo(Bundle.ACTIVE);
	}
}
