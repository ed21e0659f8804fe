// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

import org.eclipse.swt.SWT;
import org.eclipse.swt.dnd.Clipboard;
import org.eclipse.swt.dnd.TextTransfer;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.ToolItem;
import org.eclipse.swt.widgets.Widget;
import org.eclipse.ui.PlatformUI;
import org.pmix4j.testkit.Await;

/** Runs actions of a test on the display's thread, and waits there for conditions. */
final class Ui {
	private static final Duration LIMIT = Duration.ofSeconds(60);
	private static final int LOOK_MILLIS = 20;

	private Ui() {
	}

	static Display display() {
		return PlatformUI.getWorkbench().getDisplay();
	}

	/**
	 * Returns a value that is read on the display's thread. Errors reach the test, which the workbench would only log.
	 *
	 * @throws AssertionError if an assertion fails there
	 */
	static <T> T get(Callable<T> look) {
		FutureTask<T> task = new FutureTask<>(look);
		display().syncExec(task);
		try {
			return task.get();
		} catch (ExecutionException e) {
			if (e.getCause() instanceof AssertionError failed) {
				throw new AssertionError(failed.getMessage(), failed);
			}
			throw new IllegalStateException(e.getCause());
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new AssertionError("interrupted while waiting", e);
		}
	}

	/** Runs an action on the display's thread and waits for its end. Errors reach the test, as of {@link #get}. */
	static void run(Runnable action) {
		get(Executors.callable(action));
	}

	/** Starts an action on the display's thread without waiting, because it may open a dialog and end only when that is closed. */
	static void start(Runnable action) {
		display().asyncExec(action);
	}

	/** Notifies the listeners of a widget, as a mouse button or key does. */
	static void notify(Widget widget, int eventType) {
		Event event = new Event();
		event.widget = widget;
		event.display = display();
		event.type = eventType;
		widget.notifyListeners(eventType, event);
	}

	/**
	 * Waits until widgets show something. Polls, because no event tells that something is shown.
	 *
	 * @param what      the expected thing, for the message
	 * @param condition evaluated on the display's thread
	 */
	static void await(String what, Callable<Boolean> condition) {
		await(() -> what, condition);
	}

	/**
	 * Waits until widgets show something.
	 *
	 * @param what      the expected thing, for the message; evaluated on the display's thread after the time limit
	 * @param condition evaluated on the display's thread
	 */
	static void await(Callable<String> what, Callable<Boolean> condition) {
		await(LIMIT, what, condition);
	}

	/**
	 * Waits until widgets show something that takes long, such as the start of thousands of processes.
	 *
	 * @param limit     the longest wait
	 * @param what      the expected thing, for the message; evaluated on the display's thread after the time limit
	 * @param condition evaluated on the display's thread
	 */
	static void await(Duration limit, Callable<String> what, Callable<Boolean> condition) {
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
			Await.result(limit, met);
		} catch (TimeoutException e) {
			met.cancel(false);
			Pictures.now("timeout");
			throw new AssertionError("waited for " + get(what) + "; windows: " + shells(), e);
		} catch (ExecutionException e) {
			throw new AssertionError("failed while waiting for " + get(what), e.getCause());
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new AssertionError("interrupted while waiting", e);
		}
	}

	/** Returns the text of the clipboard. */
	static String clipboard() {
		return get(() -> {
			Clipboard clipboard = new Clipboard(display());
			try {
				return String.valueOf(clipboard.getContents(TextTransfer.getInstance()));
			} finally {
				clipboard.dispose();
			}
		});
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

	/** Waits for the window with a title and returns it. */
	static Shell awaitShell(String title) {
		await("the window " + title, () -> shell(title) != null);
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

	/**
	 * Presses a button, an item or another widget, which must be enabled as for a user.
	 *
	 * @throws AssertionError if it is disabled; names it
	 */
	static void press(Widget button) {
		if (!isEnabled(button)) {
			throw new AssertionError("a user cannot press what is disabled: " + button);
		}
		notify(button, SWT.Selection);
	}

	private static boolean isEnabled(Widget widget) {
		return switch (widget) {
			case Control control -> control.isEnabled();
			case ToolItem item -> item.isEnabled();
			case MenuItem item -> item.isEnabled();
			default -> true;
		};
	}
}
