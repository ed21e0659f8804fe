// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.widgets.Listener;
import org.pmix4j.testkit.Await;

/**
 * Types letters in an empty editor, with the keys of the window system, and measures how long the editor takes to paint each letter: by the
 * clock, and how long the display's thread is busy meanwhile. The latter excludes waiting for a processor or the display server, which
 * other processes may keep busy. A timer of the display presses the keys, which the window system's loop handles as soon as a key of a
 * user, but not before the work that the display's thread does when the key is due: a clock on another thread takes that time.
 */
final class Typist {
	private static final int KEYS = 100;
	/** Between a letter and the next key, as of a fast typist. Varies, so that the keys do not keep step with the updates of views. */
	private static final int LEAST_PAUSE_MILLIS = 60;
	private static final int STEP_MILLIS = 7;
	private static final int STEPS = 10;
	private static final int MOST_ATTEMPTS = 3;
	/** After that time a key that has not arrived is pressed again. */
	private static final int LOST_MILLIS = 10_000;

	private final StyledText text;
	private final List<Duration> busy = new ArrayList<>();
	private final List<Duration> times = new ArrayList<>();
	private final CompletableFuture<Void> done = new CompletableFuture<>();
	/** When the last key was due. */
	private CompletableFuture<UiTime> due = new CompletableFuture<>();

	private Typist(StyledText text) {
		this.text = text;
	}

	/**
	 * Types until the median of the busy times is below a limit, three times at most.
	 *
	 * @param text the editor, which is emptied before
	 * @throws AssertionError if it is not; tells the times of the last attempt
	 */
	static Typist requireShorter(Duration limit, StyledText text) throws Exception {
		Typist typist = type(text);
		for (int more = MOST_ATTEMPTS - 1; more > 0 && typist.median().compareTo(limit) >= 0; more--) {
			typist = type(text);
		}
		assertThat(typist.median()).as(typist.toString()).isLessThan(limit);
		return typist;
	}

	private static Typist type(StyledText text) throws Exception {
		Typist typist = new Typist(text);
		// a dialog or hover that has just closed may have left the window system without an active window
		Ui.await("the focus in the editor", () -> {
			text.getShell().forceActive();
			return text.setFocus() && text.getDisplay().getActiveShell() == text.getShell() && text.isFocusControl();
		});
		try (ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor()) {
			Listener painter = event -> typist.painted(clock);
			Ui.run(() -> {
				text.setText("");
				text.addListener(SWT.Paint, painter);
				typist.next(clock);
			});
			try {
				Await.result(typist.done);
			} catch (TimeoutException e) {
				Pictures.now("timeout");
				throw new AssertionError("typed " + typist.times.size() + " letters; the focus is in "
						+ Ui.get(() -> text.getDisplay().getFocusControl()) + ", the active window is "
						+ Ui.get(() -> text.getDisplay().getActiveShell()), e);
			} finally {
				Ui.run(() -> text.removeListener(SWT.Paint, painter));
			}
		}
		return typist;
	}

	private void next(ScheduledExecutorService clock) {
		int pause = LEAST_PAUSE_MILLIS + STEP_MILLIS * (times.size() % STEPS);
		CompletableFuture<UiTime> now = new CompletableFuture<>();
		due = now;
		clock.schedule(() -> now.complete(UiTime.now()), pause, TimeUnit.MILLISECONDS);
		Ui.display().timerExec(pause, this::press);
	}

	private void press() {
		// the clock may be late
		due.complete(UiTime.now());
		try {
			Keys.type("a");
		} catch (AssertionError e) {
			done.completeExceptionally(e);
		}
		int before = times.size();
		Ui.display().timerExec(LOST_MILLIS, () -> {
			if (!done.isDone() && !text.isDisposed() && times.size() == before && text.getCharCount() <= before) {
				// the window system has not brought the key here
				text.getShell().forceActive();
				text.setFocus();
				due = CompletableFuture.completedFuture(UiTime.now());
				press();
			}
		});
	}

	/** Takes the times if the last letter was not painted before. */
	private void painted(ScheduledExecutorService clock) {
		if (times.size() < text.getCharCount() && times.size() < KEYS) {
			UiTime now = UiTime.now();
			UiTime pressed = due.join();
			busy.add(now.busySince(pressed));
			times.add(now.since(pressed));
			if (times.size() == KEYS) {
				done.complete(null);
			} else {
				next(clock);
			}
		}
	}

	private Duration median() {
		return percentile(busy, 50);
	}

	private static Duration percentile(List<Duration> times, int percent) {
		return times.stream().sorted().toList().get(Math.min(times.size() - 1, times.size() * percent / 100));
	}

	@Override
	public String toString() {
		BiFunction<String, List<Duration>, String> line = (name, times) -> name + IntStream.of(50, 95, 100)
				.mapToObj(percent -> percent + " percent within " + percentile(times, percent).toMillis() + " ms").toList();
		return line.apply("busy ", busy) + ", " + line.apply("by the clock ", times);
	}
}
