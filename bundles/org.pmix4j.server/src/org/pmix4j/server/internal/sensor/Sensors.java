// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.sensor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * What is watched for the processes of a server, by the connection on which they asked for it. Owned by the server, on the loop.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting, PMIx_Process_monitor; OpenPMIx src/mca/psensor"
 */
public final class Sensors {
	private static final int MOST = 64;

	private final EventLoop loop;
	private final Executor executor;
	private final Consumer<Alert> alarm;
	private final Map<Object, List<Sensor>> sensors = new LinkedHashMap<>();

	/**
	 * @param loop     owns all this
	 * @param executor looks at files
	 * @param alarm    is told, on the loop, who shows no sign of life
	 */
	public Sensors(EventLoop loop, Executor executor, Consumer<Alert> alarm) {
		this.loop = loop;
		this.executor = executor;
		this.alarm = alarm;
	}

	/**
	 * Begins to watch, or ends it.
	 *
	 * @param connection whose
	 * @param request    what
	 * @return false if this is nothing that a server watches itself
	 * @throws PmixException BAD_PARAM if it does not say how often; OUT_OF_RESOURCE if the process has 64 sensors already
	 */
	public boolean serve(Object connection, SensorRequest request) throws PmixException {
		if (request.isCancel()) {
			stop(connection, request.cancelled());
		} else if (request.isHeartbeat()) {
			Heartbeat heartbeat = new Heartbeat(request, loop, alarm);
			add(connection, heartbeat);
			heartbeat.start();
		} else if (request.isFile()) {
			FileWatch watch = new FileWatch(request, loop, executor, alarm);
			add(connection, watch);
			watch.start();
		} else {
			return false;
		}
		return true;
	}

	private void add(Object connection, Sensor sensor) throws PmixException {
		List<Sensor> own = sensors.computeIfAbsent(connection, c -> new ArrayList<>());
		if (own.size() >= MOST) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "no more than " + MOST + " things are monitored for one process");
		}
		own.add(sensor);
	}

	private void stop(Object connection, String id) {
		sensors.getOrDefault(connection, new ArrayList<>()).removeIf(sensor -> {
			boolean meant = id.isEmpty() || sensor.id().equals(id);
			if (meant) {
				sensor.stop();
			}
			return meant;
		});
	}

	/**
	 * Takes a heartbeat.
	 *
	 * @param connection whose
	 */
	public void beat(Object connection) {
		sensors.getOrDefault(connection, List.of()).forEach(Sensor::beat);
	}

	/**
	 * Ends all that was watched for a process.
	 *
	 * @param connection is gone
	 */
	public void gone(Object connection) {
		stop(connection, "");
		sensors.remove(connection);
	}

	/** @param out takes a line for each thing that is watched */
	public void dump(StringBuilder out) {
		sensors.values().forEach(own -> own.forEach(sensor -> out.append("  watches ").append(sensor.describe()).append('\n')));
	}
}
