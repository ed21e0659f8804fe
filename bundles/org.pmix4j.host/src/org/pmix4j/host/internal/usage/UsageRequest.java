// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.usage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.MonitorAttributes;

/**
 * A request to monitor resources. Immutable.
 *
 * @param subject the kind of resource
 * @param wanted  the statistics; for a node also those of its disks and networks
 * @param id      a name to cancel it by; may be empty
 * @param rate    the interval of reports; empty for a single one
 * @param targets the processes and nodes
 * @see "OpenPMIx 6.1, include/pmix_common.h, PMIX_MONITOR_PROC_RESOURCE_USAGE and what follows it"
 */
record UsageRequest(Subject subject, Map<Subject, RequestedStats> wanted, String id, Optional<Duration> rate, UsageTargets targets) {
	/** The directives that are followed; others are ignored unless they are required. */
	private static final Set<Attribute<?>> FOLLOWED = Set.of(MonitorAttributes.MONITOR_ID, MonitorAttributes.MONITOR_RESOURCE_RATE,
			MonitorAttributes.MONITOR_TARGET_PROCS, MonitorAttributes.MONITOR_TARGET_PIDS, MonitorAttributes.MONITOR_TARGET_NODES,
			MonitorAttributes.MONITOR_TARGET_NODEIDS, MonitorAttributes.MONITOR_TARGET_DISKS, MonitorAttributes.MONITOR_TARGET_NETS,
			MonitorAttributes.MONITOR_LOCAL_ONLY);
	private static final Set<String> FOLLOWED_KEYS = FOLLOWED.stream().map(Attribute::key).collect(Collectors.toUnmodifiableSet());

	/**
	 * @throws PmixException NOT_SUPPORTED if it is another kind of monitor or requires an unknown directive; BAD_PARAM if it
	 *                       is malformed
	 */
	static UsageRequest of(Info monitor, Infos directives) throws PmixException {
		Subject subject = Subject.of(monitor.key()).orElseThrow(
				() -> new PmixException(Status.ERR_NOT_SUPPORTED, "this host cannot monitor " + monitor.key()));
		for (Info directive : directives) {
			if (directive.isRequired() && !FOLLOWED_KEYS.contains(directive.key())) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED, directive.key() + " is required, but means nothing to this monitor");
			}
		}
		long seconds = Integer.toUnsignedLong(directives.get(MonitorAttributes.MONITOR_RESOURCE_RATE).orElse(0));
		return new UsageRequest(subject, wanted(subject, statistics(monitor), directives),
				directives.get(MonitorAttributes.MONITOR_ID).orElse(""),
				Optional.of(Duration.ofSeconds(seconds)).filter(rate -> !rate.isZero()), UsageTargets.of(directives));
	}

	/** C programs request everything by an empty array of any type, or by no value. */
	private static Infos statistics(Info monitor) throws PmixException {
		return monitor.value() instanceof DataArray array ? array.infos() : Infos.EMPTY;
	}

	private static Map<Subject, RequestedStats> wanted(Subject subject, Infos statistics, Infos directives) throws PmixException {
		Map<Subject, RequestedStats> wanted = new EnumMap<>(Subject.class);
		List<Subject> subjects = subject == Subject.NODE ? List.of(Subject.NODE, Subject.DISKS, Subject.NETWORKS) : List.of(subject);
		for (Subject each : subjects) {
			Set<String> keys = statistics.stream().map(Info::key).filter(each::hasStatistic).collect(Collectors.toSet());
			Set<String> names = names(each, statistics, directives);
			if (statistics.isEmpty() || !keys.isEmpty() || !names.isEmpty()) {
				wanted.put(each, new RequestedStats(keys, names));
			}
		}
		if (wanted.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "none of the keys names a statistic of " + subject);
		}
		return wanted;
	}

	/** Returns the disks or networks named one by one among the statistics or directives, or in a list. */
	private static Set<String> names(Subject subject, Infos statistics, Infos directives) throws PmixException {
		Set<String> names = new HashSet<>();
		List<Info> infos = new ArrayList<>(statistics.list());
		infos.addAll(directives.list());
		for (Info info : infos) {
			if (subject.isName(info.key()) && info.value() instanceof PmixValue.Str name) {
				names.add(name.value());
			} else if (subject.isNames(info.key())) {
				elements(info, DataType.STRING, PmixValue.Str.class).forEach(name -> names.add(name.value()));
			}
		}
		return names;
	}

	/** Returns the elements of an array; BAD_PARAM if it is not an array of this type. */
	static <T> List<T> elements(Info info, DataType type, Class<T> kind) throws PmixException {
		if (!(info.value() instanceof DataArray array) || !array.elements().isEmpty() && !array.elementType().equals(type)) {
			throw new PmixException(Status.ERR_BAD_PARAM, info.key() + " must be an array of " + type + ", but is " + info.value());
		}
		return array.elements().stream().map(kind::cast).toList();
	}
}
