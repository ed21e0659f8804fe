// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import org.eclipse.core.expressions.EvaluationContext;
import org.eclipse.core.expressions.EvaluationResult;
import org.eclipse.core.expressions.ReferenceExpression;
import org.eclipse.core.runtime.Platform;

/** Evaluates whether the Run As menu offers a PMIx job for a selection. */
final class RunAsMenu {
	private RunAsMenu() {
	}

	static boolean offers(Object selected) {
		return ask(selected) != EvaluationResult.FALSE;
	}

	private static EvaluationResult ask(Object selected) {
		return Ui.get(() -> {
			EvaluationContext context = new EvaluationContext(null, selected);
			context.addVariable("org.eclipse.core.runtime.Platform", Platform.class);
			return new ReferenceExpression("org.pmix4e.ui.launchable").evaluate(context);
		});
	}
}
