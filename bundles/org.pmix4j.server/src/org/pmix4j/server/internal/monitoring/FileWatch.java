// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.monitoring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/**
 * Expects a file to change in every period, and ends with its alert. A file that does not exist yet is awaited. On the loop, except for
 * reading the file's attributes, which may block.
 *
 * @see "OpenPMIx src/mca/psensor/file/psensor_file.c"
 */
final class FileWatch implements Sensors.Sensor {
	/** Attributes of a file at one moment. */
	private record Look(long size, FileTime accessed, FileTime modified) {
	}

	private final String id;
	private final Path file;
	private final Duration period;
	private final long drops;
	private final boolean size;
	private final boolean access;
	private final boolean modification;
	private final Alert alert;
	private final EventLoop loop;
	private final Executor executor;
	private final Consumer<Alert> alarm;
	private Optional<Look> last = Optional.empty();
	private Timer timer = Timer.NONE;
	private boolean stopped;
	private long missed;

	FileWatch(SensorRequest request, EventLoop loop, Executor executor, Consumer<Alert> alarm) throws PmixException {
		id = request.id();
		file = request.file();
		period = request.period(MonitorAttributes.MONITOR_FILE_CHECK_TIME);
		drops = request.drops(MonitorAttributes.MONITOR_FILE_DROPS);
		size = request.wants(MonitorAttributes.MONITOR_FILE_SIZE);
		access = request.wants(MonitorAttributes.MONITOR_FILE_ACCESS);
		modification = request.wants(MonitorAttributes.MONITOR_FILE_MODIFY);
		if (!size && !access && !modification) {
			throw new PmixException(Status.ERR_BAD_PARAM, "nothing to monitor for " + file + ": request size, access or modification");
		}
		alert = request.alert(Status.MONITOR_FILE_ALERT);
		this.loop = loop;
		this.executor = executor;
		this.alarm = alarm;
	}

	void start() {
		assert loop.inLoop();
		timer = loop.schedule(period, this::look);
	}

	private void look() {
		try {
			executor.execute(() -> back(read()));
		} catch (RejectedExecutionException e) {
			start();
		}
	}

	private Optional<Look> read() {
		try {
			BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
			return Optional.of(new Look(now.size(), now.lastAccessTime(), now.lastModifiedTime()));
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	private void back(Optional<Look> now) {
		try {
			loop.execute(() -> seen(now));
		} catch (RejectedExecutionException e) {
			stopped = true;
		}
	}

	private void seen(Optional<Look> now) {
		assert loop.inLoop();
		if (stopped) {
			return;
		}
		if (now.isPresent()) {
			missed = hasChanged(now.get()) ? 0 : missed + 1;
			last = now;
		}
		if (missed >= drops) {
			stopped = true;
			alarm.accept(alert);
		} else {
			start();
		}
	}

	private boolean hasChanged(Look now) {
		return last.filter(before -> (!size || before.size == now.size) && (!access || before.accessed.equals(now.accessed))
				&& (!modification || before.modified.equals(now.modified))).isEmpty();
	}

	@Override
	public String id() {
		return id;
	}

	/** Ignores heartbeats. */
	@Override
	public void beat() {
	}

	@Override
	public void stop() {
		assert loop.inLoop();
		stopped = true;
		timer.cancel();
	}

	@Override
	public String describe() {
		return file + " for " + alert.proc() + " every " + period.toSeconds() + " s, " + missed + " times unchanged"
				+ (stopped ? " (ended)" : "");
	}
}
