// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.wire.internal.handshake.Listeners;
import org.pmix4j.wire.internal.handshake.ServerAddress;

/**
 * Content of a rendezvous file: six lines, of which the last is empty. Immutable.
 *
 * @param uri     identity and address of the server
 * @param version release whose behavior tools may expect
 * @param pid     process id of the server
 * @param uid     its effective user id
 * @param gid     its effective group id
 * @param time    creation time of the file in the form of ctime(3), without the newline
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c, write_rndz_file"
 */
public record Announcement(String uri, String version, long pid, int uid, int gid, String time) {
	private static final Pattern FORM = Pattern
			.compile("([^\n]+)\n([^\n]*)\n(\\d{1,18})\n(\\d{1,10}):(\\d{1,10})\n([^\n]*)\n?.*", Pattern.DOTALL);

	/** @return content of the file */
	public String text() {
		return uri + "\n" + version + "\n" + pid + "\n" + Integer.toUnsignedString(uid) + ":" + Integer.toUnsignedString(gid) + "\n" + time
				+ "\n\n";
	}

	/**
	 * @param written when the file was written
	 * @return whether the server may still run: its process does, and a process listens at its address
	 */
	boolean isServed(Instant written) {
		return ProcessLife.isAlive(pid, written) && Listeners.mayServe(uri);
	}

	/**
	 * @param text content of a file
	 * @return the announcement; empty if the content has another form
	 */
	public static Optional<Announcement> parse(String text) {
		Matcher matcher = FORM.matcher(text);
		if (!matcher.matches()) {
			return Optional.empty();
		}
		try {
			ServerAddress.parse(matcher.group(1));
		} catch (IllegalArgumentException malformed) {
			return Optional.empty();
		}
		return Optional.of(new Announcement(matcher.group(1), matcher.group(2), Long.parseLong(matcher.group(3)),
				(int) Long.parseLong(matcher.group(4)), (int) Long.parseLong(matcher.group(5)), matcher.group(6)));
	}
}
