// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a rendezvous file says, in six lines, the last of which is empty. Immutable.
 *
 * @param uri     the server's name and address
 * @param version the release whose behaviour tools may expect
 * @param pid     the server's process
 * @param uid     its effective user
 * @param gid     its effective group
 * @param time    when the file was made, as ctime(3) writes it but without the line's end
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c, write_rndz_file"
 */
public record Announcement(String uri, String version, long pid, int uid, int gid, String time) {
	private static final Pattern FORM = Pattern
			.compile("([^\n]+)\n([^\n]*)\n(\\d{1,18})\n(\\d{1,10}):(\\d{1,10})\n([^\n]*)\n?.*", Pattern.DOTALL);

	/** @return the content of the file */
	public String text() {
		return uri + "\n" + version + "\n" + pid + "\n" + Integer.toUnsignedString(uid) + ":" + Integer.toUnsignedString(gid) + "\n" + time
				+ "\n\n";
	}

	/**
	 * @param text of a file, whoever wrote it
	 * @return what it says; empty if it is not of this form
	 */
	public static Optional<Announcement> parse(String text) {
		Matcher matcher = FORM.matcher(text);
		if (!matcher.matches()) {
			return Optional.empty();
		}
		return Optional.of(new Announcement(matcher.group(1), matcher.group(2), Long.parseLong(matcher.group(3)),
				(int) Long.parseLong(matcher.group(4)), (int) Long.parseLong(matcher.group(5)), matcher.group(6)));
	}
}
