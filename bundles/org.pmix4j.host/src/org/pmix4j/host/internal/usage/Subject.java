// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.usage;

import java.util.Optional;
import java.util.stream.Stream;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.StatisticsAttributes;

/** The subject of a monitor. The keys of its statistics have their own prefix. */
enum Subject {
	PROCESSES(MonitorAttributes.MONITOR_PROC_RESOURCE_USAGE, "pmix.proc."),
	NODE(MonitorAttributes.MONITOR_NODE_RESOURCE_USAGE, "pmix.node."),
	DISKS(MonitorAttributes.MONITOR_DISK_RESOURCE_USAGE, "pmix.disk."),
	NETWORKS(MonitorAttributes.MONITOR_NET_RESOURCE_USAGE, "pmix.net.");

	private final Attribute<DataArray> monitor;
	private final String prefix;

	Subject(Attribute<DataArray> monitor, String prefix) {
		this.monitor = monitor;
		this.prefix = prefix;
	}

	/** Returns empty if the key is not a monitor of resources. */
	static Optional<Subject> of(String monitor) {
		return Stream.of(values()).filter(subject -> subject.monitor.key().equals(monitor)).findFirst();
	}

	/** Returns whether the key is one of its statistics and not a name of a disk or network. */
	boolean hasStatistic(String key) {
		return key.startsWith(prefix) && !isName(key);
	}

	/** Returns whether the key names a disk or a network. */
	boolean isName(String key) {
		return switch (this) {
			case DISKS -> key.equals(StatisticsAttributes.DISK_ID.key());
			case NETWORKS -> key.equals(StatisticsAttributes.NETWORK_ID.key());
			case PROCESSES, NODE -> false;
		};
	}

	/** Returns whether the key is a list of names of disks or networks. */
	boolean isNames(String key) {
		return switch (this) {
			case DISKS -> key.equals(MonitorAttributes.MONITOR_TARGET_DISKS.key());
			case NETWORKS -> key.equals(MonitorAttributes.MONITOR_TARGET_NETS.key());
			case PROCESSES, NODE -> false;
		};
	}
}
