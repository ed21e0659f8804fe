// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.monitoring;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.PublishAttributes;
import org.pmix4j.model.bytes.BytePaths;

/**
 * A process's request to be monitored. Immutable.
 *
 * @param proc       the process, which is also the monitored one
 * @param monitor    the subject to monitor
 * @param code       event to raise
 * @param directives directives
 */
public record SensorRequest(Proc proc, Info monitor, Status code, Infos directives) {
	/** @return whether the request cancels one or all sensors of the process */
	boolean isCancel() {
		return monitor.key().equals(MonitorAttributes.MONITOR_CANCEL.key());
	}

	/** @return id of the sensor to cancel; empty for all */
	String canceled() {
		return monitor.value() instanceof PmixValue.Str id ? id.value() : "";
	}

	boolean isHeartbeat() {
		return monitor.key().equals(MonitorAttributes.MONITOR_HEARTBEAT.key());
	}

	boolean isFile() {
		return monitor.key().equals(MonitorAttributes.MONITOR_FILE.key());
	}

	/** @throws PmixException BAD_PARAM if the path is not absolute, since the server has another working directory */
	Path file() throws PmixException {
		try {
			if (monitor.value() instanceof PmixValue.Str name && BytePaths.of(name.value()).isAbsolute()) {
				return BytePaths.of(name.value());
			}
			throw new PmixException(Status.ERR_BAD_PARAM, "a file to monitor needs an absolute path, not " + monitor.value());
		} catch (InvalidPathException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "cannot monitor the file: " + e.getMessage(), e);
		}
	}

	String id() throws PmixException {
		return directives.get(MonitorAttributes.MONITOR_ID).orElse("");
	}

	/** @throws PmixException BAD_PARAM if the attribute is missing */
	Duration period(Attribute<Integer> attribute) throws PmixException {
		long seconds = Integer.toUnsignedLong(directives.get(attribute).orElse(0));
		if (seconds == 0) {
			throw new PmixException(Status.ERR_BAD_PARAM, "monitoring needs a period: " + attribute.key() + " in seconds");
		}
		return Duration.ofSeconds(seconds);
	}

	/** @return number of periods without activity that cause an alert; at least one */
	long drops(Attribute<Integer> attribute) throws PmixException {
		return Math.max(1, Integer.toUnsignedLong(directives.get(attribute).orElse(0)));
	}

	/** Reads a switch, which C sends as a boolean or as a key without a value. */
	boolean wants(Attribute<?> attribute) {
		Optional<PmixValue> value = directives.value(attribute.key());
		return value.isPresent() && !PmixValue.Bool.FALSE.equals(value.get());
	}

	/** @return the event, with the process's own code if it specifies one */
	Alert alert(Status usual) throws PmixException {
		Infos infos = Infos.of(Info.of(EventAttributes.EVENT_AFFECTED_PROC, proc));
		if (!id().isEmpty()) {
			infos = infos.with(MonitorAttributes.MONITOR_ID, id());
		}
		return new Alert(code.isSuccess() ? usual : code, proc, directives.get(PublishAttributes.RANGE).orElse(DataRange.NAMESPACE), infos);
	}
}
