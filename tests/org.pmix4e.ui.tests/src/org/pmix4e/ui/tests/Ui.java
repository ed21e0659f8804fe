// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Widget;
import org.eclipse.ui.PlatformUI;

/** The way from a test's thread to that of the user interface. */
final class Ui {
	private static final Duration LIMIT = Duration.ofSeconds(60);
	private static final int LOOK_MILLIS = 20;

	private Ui() {
	}

	static Display display() {
		return PlatformUI.getWorkbench().getDisplay();
	}

	/** What a look at the widgets tells. */
	static <T> T get(Callable<T> look) {
		try {
			return display().syncCall(look::call);
		} catch (Exception e) {
			throw new IllegalStateException(e);
		}
	}

	/** Does something that is over at once. */
	static void run(Runnable action) {
		display().syncExec(action);
	}

	/** Does something that opens a dialog, and so is over when the dialog is closed. */
	static void start(Runnable action) {
		display().asyncExec(action);
	}

	/** What a mouse button or key does to a widget. */
	static void notify(Widget widget, int eventType) {
		Event event = new Event();
		event.widget = widget;
		event.display = display();
		event.type = eventType;
		widget.notifyListeners(eventType, event);
	}

	/**
	 * Waits until widgets show something: looks after whatever they do meanwhile, as there is no event for "shows".
	 *
	 * @param what      for the message
	 * @param condition is asked on the display's thread
	 */
	static void await(String what, Callable<Boolean> condition) {
		await(() -> what, condition);
	}

	/**
	 * Waits until widgets show something.
	 *
	 * @param what      for the message; asked on the display's thread when time is up
	 * @param condition is asked on the display's thread
	 */
	static void await(Callable<String> what, Callable<Boolean> condition) {
		CompletableFuture<Void> met = new CompletableFuture<>();
		display().asyncExec(new Runnable() {
			@Override
			public void run() {
				try {
					if (met.isDone() || condition.call()) {
						met.complete(null);
					} else {
						display().timerExec(LOOK_MILLIS, this);
					}
				} catch (Exception | AssertionError e) {
					met.completeExceptionally(e);
				}
			}
		});
		try {
			met.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		} catch (TimeoutException e) {
			met.cancel(false);
			Pictures.now("timeout");
			throw new AssertionError("after " + LIMIT.toSeconds() + " s still not: " + get(what) + "; windows: " + shells(), e);
		} catch (ExecutionException e) {
			throw new AssertionError(get(what), e.getCause());
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new AssertionError("interrupted while waiting", e);
		}
	}

	private static List<String> shells() {
		return get(() -> {
			List<String> titles = new ArrayList<>();
			for (Shell shell : display().getShells()) {
				if (shell.isVisible()) {
					titles.add(shell.getText());
				}
			}
			return titles;
		});
	}

	/** The shell of a title, once it is there. */
	static Shell awaitShell(String title) {
		await("a window " + title, () -> shell(title) != null);
		return get(() -> shell(title));
	}

	private static Shell shell(String title) {
		for (Shell shell : display().getShells()) {
			if (!shell.isDisposed() && shell.isVisible() && shell.getText().equals(title)) {
				return shell;
			}
		}
		return null;
	}

	/** Presses a button. */
	static void press(Widget button) {
		notify(button, SWT.Selection);
	}
}
