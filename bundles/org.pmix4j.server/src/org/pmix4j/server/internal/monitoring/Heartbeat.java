// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.monitoring;

import java.time.Duration;
import java.util.function.Consumer;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/** Expects a heartbeat in every period. After an alert, another one is raised only after a new heartbeat. On the loop. */
final class Heartbeat implements Sensors.Sensor {
	private final String id;
	private final Duration period;
	private final long drops;
	private final Alert alert;
	private final Consumer<Alert> alarm;
	private final EventLoop loop;
	private Timer timer = Timer.NONE;
	private boolean beaten;
	private boolean silent;
	private long missed;

	Heartbeat(SensorRequest request, EventLoop loop, Consumer<Alert> alarm) throws PmixException {
		id = request.id();
		period = request.period(MonitorAttributes.MONITOR_HEARTBEAT_TIME);
		drops = request.drops(MonitorAttributes.MONITOR_HEARTBEAT_DROPS);
		alert = request.alert(Status.MONITOR_HEARTBEAT_ALERT);
		this.loop = loop;
		this.alarm = alarm;
	}

	void start() {
		assert loop.inLoop();
		timer = loop.schedule(period, this::check);
	}

	private void check() {
		missed = beaten ? 0 : missed + 1;
		silent &= !beaten;
		beaten = false;
		start();
		if (missed >= drops && !silent) {
			silent = true;
			alarm.accept(alert);
		}
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public void beat() {
		assert loop.inLoop();
		beaten = true;
	}

	@Override
	public void stop() {
		assert loop.inLoop();
		timer.cancel();
	}

	@Override
	public String describe() {
		return "heartbeats of " + alert.proc() + " every " + period.toSeconds() + " s, " + missed + " missed";
	}
}
