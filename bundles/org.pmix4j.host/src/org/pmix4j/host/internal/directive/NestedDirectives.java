// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.directive;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.host.internal.scheduler.Scheduler;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;
import org.pmix4j.model.attributes.StatisticsAttributes;

/**
 * The attributes that have an effect inside the arrays that are values of other attributes. Arrays that are not named here hold data, or
 * are examined by their readers: programs and the directives of their job, access permissions, directives of a tool. Stateless.
 */
final class NestedDirectives {
	private NestedDirectives() {
	}

	/**
	 * @param key of an array of attributes
	 * @return the keys of those that have an effect there; empty if the array needs no examination
	 */
	static Optional<Set<String>> inside(String key) {
		if (key.equals(SessionControlAttributes.SESSION_RESOURCES.key())) {
			Set<String> keys = keys(Scheduler.allocationAttributes());
			keys.addAll(keys(List.of(SessionAttributes.SESSION_ID, IdentityAttributes.USERID, IdentityAttributes.GRPID,
					IdentityAttributes.REQUESTOR, KeyValueAttributes.TIMEOUT)));
			return Optional.of(keys);
		} else if (key.equals(LogAttributes.LOG_EMAIL.key())) {
			return Optional.of(keys(List.of(LogAttributes.LOG_EMAIL_ADDR, LogAttributes.LOG_EMAIL_SENDER_ADDR, LogAttributes.LOG_EMAIL_SUBJECT,
					LogAttributes.LOG_EMAIL_MSG, LogAttributes.LOG_MSG)));
		} else if (key.equals(MonitorAttributes.MONITOR_PROC_RESOURCE_USAGE.key())) {
			return statistics("pmix.proc.");
		} else if (key.equals(MonitorAttributes.MONITOR_NODE_RESOURCE_USAGE.key())) {
			return statistics("pmix.node.", "pmix.disk.", "pmix.net.");
		} else if (key.equals(MonitorAttributes.MONITOR_DISK_RESOURCE_USAGE.key())) {
			return statistics("pmix.disk.");
		} else if (key.equals(MonitorAttributes.MONITOR_NET_RESOURCE_USAGE.key())) {
			return statistics("pmix.net.");
		}
		return Optional.empty();
	}

	private static Optional<Set<String>> statistics(String... prefixes) {
		Set<String> keys = keys(List.of(MonitorAttributes.MONITOR_TARGET_DISKS, MonitorAttributes.MONITOR_TARGET_NETS));
		for (Attribute<?> attribute : StatisticsAttributes.all()) {
			for (String prefix : prefixes) {
				if (attribute.key().startsWith(prefix)) {
					keys.add(attribute.key());
				}
			}
		}
		return Optional.of(keys);
	}

	private static Set<String> keys(List<Attribute<?>> attributes) {
		Set<String> keys = new HashSet<>();
		attributes.forEach(attribute -> keys.add(attribute.key()));
		return keys;
	}
}
