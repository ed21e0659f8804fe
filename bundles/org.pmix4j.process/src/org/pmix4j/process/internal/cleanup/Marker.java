// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.cleanup;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.process.internal.posix.RlimitMarker;

/**
 * Marks the processes of one host, so that they are recognized even after they have left their process group: an environment variable
 * whose value begins with a text that no other launcher uses, e.g. PMIX_NAMESPACE and the common part of all namespaces of the host.
 * {@link #limit} marks the processes that clear their environment, too. Immutable.
 *
 * @param name the variable: letters, digits and '_'
 * @param valuePrefix the beginning of its value: at least 12 letters, digits and {@code _ . @ : -}, with a random part, as every
 *        process that carries it may be killed
 */
public record Marker(String name, String valuePrefix) {

	private static final Pattern JOB = Pattern.compile("([^@]+)@([0-9]{1,9})\\.");

	/** Validates both parts, which the watchdog uses in a regular expression and a shell word. */
	public Marker {
		if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
			throw new IllegalArgumentException("\"" + name + "\" is not a name of an environment variable");
		}
		if (!valuePrefix.matches("[A-Za-z0-9_.@:-]{12,255}")) {
			throw new IllegalArgumentException(
					"marker value \"" + valuePrefix + "\" is not made of 12 to 255 letters, digits and _ . @ : -");
		}
	}

	/** Returns the resource limit of the same processes. The part before '@' names the host, a number behind it and before '.' the job. */
	public RlimitMarker limit() {
		Matcher job = JOB.matcher(valuePrefix);
		return job.matches() ? RlimitMarker.ofHost(job.group(1)).job(Integer.parseInt(job.group(2)))
				: RlimitMarker.ofHost(valuePrefix.split("@", 2)[0]);
	}

	/** Returns the beginning of the entry in the environment. */
	@Override
	public String toString() {
		return name + "=" + valuePrefix;
	}
}
