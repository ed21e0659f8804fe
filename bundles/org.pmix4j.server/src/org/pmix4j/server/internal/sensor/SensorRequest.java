// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.sensor;

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

/**
 * What a process wants to be watched. Immutable.
 *
 * @param proc       the process, which is watched itself
 * @param monitor    what to watch
 * @param code       the event to raise
 * @param directives how
 */
public record SensorRequest(Proc proc, Info monitor, Status code, Infos directives) {
	/** @return whether all or one of the sender's sensors shall end */
	boolean isCancel() {
		return monitor.key().equals(MonitorAttributes.MONITOR_CANCEL.key());
	}

	/** @return which sensor shall end; empty for all */
	String cancelled() {
		return monitor.value() instanceof PmixValue.Str id ? id.value() : "";
	}

	boolean isHeartbeat() {
		return monitor.key().equals(MonitorAttributes.MONITOR_HEARTBEAT.key());
	}

	boolean isFile() {
		return monitor.key().equals(MonitorAttributes.MONITOR_FILE.key());
	}

	/** @throws PmixException BAD_PARAM if it is no absolute path: the server has another working directory */
	Path file() throws PmixException {
		try {
			if (monitor.value() instanceof PmixValue.Str name && Path.of(name.value()).isAbsolute()) {
				return Path.of(name.value());
			}
			throw new PmixException(Status.ERR_BAD_PARAM, "a file can be watched by its absolute path, not by " + monitor.value());
		} catch (InvalidPathException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "a file cannot be watched: " + e.getMessage(), e);
		}
	}

	String id() throws PmixException {
		return directives.get(MonitorAttributes.MONITOR_ID).orElse("");
	}

	/** @throws PmixException BAD_PARAM if it is missing */
	Duration period(Attribute<Integer> attribute) throws PmixException {
		long seconds = Integer.toUnsignedLong(directives.get(attribute).orElse(0));
		if (seconds == 0) {
			throw new PmixException(Status.ERR_BAD_PARAM, "monitoring needs a period: " + attribute.key() + " in seconds");
		}
		return Duration.ofSeconds(seconds);
	}

	/** @return how many periods without a sign of life make an alert; one at least */
	long drops(Attribute<Integer> attribute) throws PmixException {
		return Math.max(1, Integer.toUnsignedLong(directives.get(attribute).orElse(0)));
	}

	/** C sends truth as a boolean, or as a key without a value. */
	boolean wants(Attribute<?> attribute) {
		Optional<PmixValue> value = directives.value(attribute.key());
		return value.isPresent() && !PmixValue.Bool.FALSE.equals(value.get());
	}

	/** @return the event: with the process's own code, if it names one */
	Alert alert(Status usual) throws PmixException {
		Infos infos = Infos.of(Info.of(EventAttributes.EVENT_AFFECTED_PROC, proc));
		if (!id().isEmpty()) {
			infos = infos.with(MonitorAttributes.MONITOR_ID, id());
		}
		return new Alert(code.isSuccess() ? usual : code, proc, directives.get(PublishAttributes.RANGE).orElse(DataRange.NAMESPACE), infos);
	}
}
