// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.function.Consumer;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.core.runtime.ProgressMonitorWrapper;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Group;
import org.eclipse.swt.widgets.Text;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.connection.ConnectionTest;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;

/**
 * Tests in the background whether jobs can run where a configuration says, and shows the progress and the result. The button cancels a test
 * that runs; closing the dialog does, too. Owned by its tab, on the thread of the user interface.
 */
final class ConnectionPart {
	private static final int LINES = 3;

	private final Button button;
	private final Text result;
	private @Nullable ILaunchConfiguration configuration;
	private @Nullable Job running;

	ConnectionPart(Composite parent) {
		Group group = Fields.group(parent, Messages.where_connection, 2);
		GridDataFactory.fillDefaults().grab(true, true).applyTo(group);
		button = Fields.button(group, Messages.where_test, this::pressed);
		GridDataFactory.swtDefaults().align(SWT.FILL, SWT.BEGINNING).applyTo(button);
		result = new Text(group, SWT.MULTI | SWT.READ_ONLY | SWT.WRAP | SWT.BORDER | SWT.V_SCROLL);
		AccessibleNames.set(result, Messages.where_result);
		GridDataFactory.fillDefaults().grab(true, true).hint(200, LINES * result.getLineHeight()).applyTo(result);
		result.addListener(SWT.Dispose, event -> cancel());
	}

	/** Notes the configuration that the dialog shows, and changes. */
	void of(ILaunchConfiguration shown) {
		configuration = shown;
	}

	private void cancel() {
		if (running != null) {
			running.cancel();
		}
	}

	private void pressed() {
		if (running != null) {
			cancel();
		} else if (configuration != null) {
			try {
				start(configuration.copy(configuration.getName()));
			} catch (CoreException e) {
				ILog.get().log(e.getStatus());
			}
		}
	}

	/** Tests a configuration that nothing else changes. */
	private void start(ILaunchConfiguration tested) {
		Display display = result.getDisplay();
		result.setText(Messages.where_running);
		title(Messages.where_cancel);
		Job job = Job.create(Messages.where_connection, (ICoreRunnable) monitor -> {
			String text = test(tested, monitor, shown -> show(display, () -> result.setText(shown)));
			show(display, () -> {
				running = null;
				title(Messages.where_test);
				result.setText(text);
			});
		});
		running = job;
		job.schedule();
	}

	private void title(String text) {
		button.setText(text);
		button.requestLayout();
	}

	private static String test(ILaunchConfiguration tested, IProgressMonitor monitor, Consumer<String> progress) {
		try {
			return String.join("\n", ConnectionTest.run(tested, new ProgressMonitorWrapper(monitor) {
				private String last = "";

				@Override
				public void subTask(String name) {
					super.subTask(name);
					if (!name.equals(last)) {
						last = name;
						progress.accept(name);
					}
				}
			}));
		} catch (OperationCanceledException e) {
			return Messages.where_canceled;
		} catch (CoreException e) {
			return e.getStatus().getMessage();
		}
	}

	private void show(Display display, Runnable update) {
		if (!display.isDisposed()) {
			display.asyncExec(() -> {
				if (!result.isDisposed()) {
					update.run();
				}
			});
		}
	}
}
