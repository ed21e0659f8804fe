// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Supplier;

import org.pmix4j.host.OutputSpec;
import org.pmix4j.host.process.ChildStream;
import org.pmix4j.model.Proc;

/**
 * Builds the tags of lines.
 *
 * @see "OpenPMIx, pmix_iof: what --output tag, tag-detailed, tag-fullname, rank and timestamp print"
 */
public final class OutputTags {
	private OutputTags() {
	}

	/**
	 * @param spec     which tag
	 * @param proc     whose line
	 * @param hostname of its node
	 * @param pid      its process id
	 * @param stream   which stream
	 * @return gives the tag of a line that is written now
	 */
	public static Supplier<byte[]> of(OutputSpec spec, Proc proc, String hostname, int pid, ChildStream stream) {
		String rank = proc.rank().toString();
		String job = Namespaces.jobNumber(proc.nspace());
		String who = switch (spec.tag()) {
			case NONE -> "";
			case JOB -> "[" + job + "," + rank + "]";
			case DETAILED -> "[" + job + "," + rank + "][" + hostname + ":" + pid + "]";
			case NAMESPACE -> "[" + proc.nspace() + "," + rank + "]";
			case RANK -> "[" + rank + "]";
		};
		String tag = who + (stream == ChildStream.STDERR ? "<stderr>: " : "<stdout>: ");
		if (spec.timestamp()) {
			return () -> ("[" + Clock.FORMAT.format(LocalDateTime.now()) + "]" + tag).getBytes(StandardCharsets.UTF_8);
		}
		byte[] bytes = tag.getBytes(StandardCharsets.UTF_8);
		return () -> bytes;
	}

	/** The time as ctime(3) prints it. Loaded only where it is wanted, as the formatter is slow to load. */
	private static final class Clock {
		static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH);
	}
}
