// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.monitoring;

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
 * Sensors of a server by the connection that requested them. Owned by the server, on the loop.
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
	 * @param loop     loop on which the sensors live
	 * @param executor reads file attributes
	 * @param alarm    receives alerts, on the loop
	 */
	public Sensors(EventLoop loop, Executor executor, Consumer<Alert> alarm) {
		this.loop = loop;
		this.executor = executor;
		this.alarm = alarm;
	}

	/**
	 * Starts or cancels a sensor.
	 *
	 * @param connection connection of the requester
	 * @param request    the request
	 * @return false if the server does not monitor this itself
	 * @throws PmixException BAD_PARAM if the period is missing; OUT_OF_RESOURCE if the process has 64 sensors already
	 */
	public boolean serve(Object connection, SensorRequest request) throws PmixException {
		assert loop.inLoop();
		if (request.isCancel()) {
			stop(connection, request.canceled());
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
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "a process can have at most " + MOST + " monitors");
		}
		own.add(sensor);
	}

	/** Stops sensors with the id, all if it is empty. Returns whether there was one. */
	boolean stop(Object connection, String id) {
		return sensors.getOrDefault(connection, new ArrayList<>()).removeIf(sensor -> {
			boolean meant = id.isEmpty() || sensor.id().equals(id);
			if (meant) {
				sensor.stop();
			}
			return meant;
		});
	}

	/**
	 * Records a heartbeat.
	 *
	 * @param connection connection of the process
	 */
	public void beat(Object connection) {
		assert loop.inLoop();
		sensors.getOrDefault(connection, List.of()).forEach(Sensor::beat);
	}

	/**
	 * Ends all sensors of a process.
	 *
	 * @param connection closed connection
	 */
	public void gone(Object connection) {
		assert loop.inLoop();
		stop(connection, "");
		sensors.remove(connection);
	}

	/** @param out receives a line for each sensor */
	public void dump(StringBuilder out) {
		sensors.values().forEach(own -> own.forEach(sensor -> out.append("  monitors ").append(sensor.describe()).append('\n')));
	}

	/** Monitors one heartbeat or file. Owned by {@link Sensors}, on the loop. */
	sealed interface Sensor permits Heartbeat, FileWatch {
		/** @return id with which it can be canceled; empty if it has none */
		String id();

		/** Records a heartbeat of the process. */
		void beat();

		/** Stops monitoring. */
		void stop();

		/** @return description for people: what is monitored, and its state */
		String describe();
	}
}
