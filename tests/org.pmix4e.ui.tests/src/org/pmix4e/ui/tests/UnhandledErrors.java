// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.eclipse.core.runtime.ILogListener;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;

/** Collects the errors of listeners and actions, which the workbench only logs. */
final class UnhandledErrors implements ILogListener {
	private final List<String> errors = new CopyOnWriteArrayList<>();

	void listen() {
		Platform.addLogListener(this);
	}

	@Override
	public void logging(IStatus status, String plugin) {
		Throwable error = status.getException();
		if (status.getMessage().startsWith("Unhandled event loop exception") && error != null) {
			StringWriter text = new StringWriter();
			error.printStackTrace(new PrintWriter(text));
			errors.add(text.toString());
		}
	}

	/** Stops listening. */
	void assertNone() {
		Platform.removeLogListener(this);
		assertThat(errors).isEmpty();
	}
}
