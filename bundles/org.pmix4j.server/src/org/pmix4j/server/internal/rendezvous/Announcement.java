// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.wire.internal.handshake.ServerAddress;
import org.pmix4j.wire.internal.kernel.Listeners;
import org.pmix4j.wire.internal.kernel.ProcessLife;

/**
 * Content of a rendezvous file: the six lines of the C library, the last of which is empty, and one line for PMIx4J tools. Immutable.
 *
 * @param uri     identity and address of the server
 * @param version release whose behavior tools may expect
 * @param pid     process id of the server
 * @param uid     its effective user id
 * @param gid     its effective group id
 * @param time    creation time of the file in the form of ctime(3), without the newline
 * @param start   start time of the server's process in ticks since the boot of the machine, which distinguishes it from a later process
 *                with the same id; 0 if unknown, as in files of the C library
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c, write_rndz_file"
 */
public record Announcement(String uri, String version, long pid, int uid, int gid, String time, long start) {
	private static final Pattern FORM = Pattern
			.compile("([^\n]+)\n([^\n]*)\n(\\d{1,18})\n(\\d{1,10}):(\\d{1,10})\n([^\n]*)\n?(?:\n(\\d{1,18})\n)?.*", Pattern.DOTALL);

	/** @return content of the file */
	public String text() {
		return uri + "\n" + version + "\n" + pid + "\n" + Integer.toUnsignedString(uid) + ":" + Integer.toUnsignedString(gid) + "\n" + time
				+ "\n\n" + start + "\n";
	}

	/**
	 * @param owner   of the file, unsigned
	 * @param written when the file was written
	 * @return whether the server may still run: its process does, and a process of the same user listens at its address
	 */
	boolean isServed(int owner, Instant written) {
		if (!new ProcessLife.Writer(pid, owner, written, start).isAlive()) {
			return false;
		}
		Listeners.Answer answer = Listeners.at(ServerAddress.parse(uri).address());
		return !answer.isKnown() || answer.listener().filter(listener -> listener.uid() == owner).isPresent();
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
				(int) Long.parseLong(matcher.group(4)), (int) Long.parseLong(matcher.group(5)), matcher.group(6),
				matcher.group(7) == null ? 0 : Long.parseLong(matcher.group(7))));
	}
}
