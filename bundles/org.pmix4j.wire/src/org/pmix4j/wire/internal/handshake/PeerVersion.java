// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The release of a peer's library, as it says itself, and what follows from it for the messages it understands. A
 * release candidate counts as its release.
 *
 * @param major   first number, 0 if the text has none
 * @param minor   second number
 * @param release third number
 * @param text    what the peer sent
 */
public record PeerVersion(int major, int minor, int release, String text) {
	private static final Pattern NUMBERS = Pattern.compile("v?(\\d{1,6})(?:\\.(\\d{1,6}))?(?:\\.(\\d{1,6}))?.*", Pattern.DOTALL);
	private static final int MIB = 1 << 20;

	/**
	 * @param text such as {@code 4.2.2rc2}, {@code v3.2.5a1}, {@code 6.1.0}
	 * @return the version; 0.0.0 if the text does not start with a number
	 */
	public static PeerVersion parse(String text) {
		Matcher matcher = NUMBERS.matcher(text);
		if (!matcher.matches()) {
			return new PeerVersion(0, 0, 0, text);
		}
		return new PeerVersion(number(matcher, 1), number(matcher, 2), number(matcher, 3), text);
	}

	/**
	 * @param wantedMajor   first number
	 * @param wantedMinor   second number
	 * @param wantedRelease third number
	 * @return whether this is that release or a later one
	 */
	public boolean isAtLeast(int wantedMajor, int wantedMinor, int wantedRelease) {
		if (major != wantedMajor) {
			return major > wantedMajor;
		}
		return minor == wantedMinor ? release >= wantedRelease : minor > wantedMinor;
	}

	/** @return whether a server takes a client or tool of this release; OpenPMIx set the same floor, 2.1, in 2026 */
	public boolean isAcceptedByServers() {
		return isAtLeast(2, 1, 0);
	}

	/** @return whether a client or tool goes to a server of this release; OpenPMIx set the same floor, 3.2, in 2026 */
	public boolean isAcceptedByClients() {
		return isAtLeast(3, 2, 0);
	}

	/** @return whether the data of a node come as an array {@code pmix.node.arr}; before 3.1.100 the host name was the key */
	public boolean readsNodeArrays() {
		return isAtLeast(3, 1, 100);
	}

	/** @return whether the data of the session come as an array {@code pmix.ssn.arr}; before 4.2 they were loose */
	public boolean readsSessionArrays() {
		return isAtLeast(4, 2, 0);
	}

	/** @return whether the data of a rank in replies about other jobs come as {@code pmix.pdata}; before 4.2 {@code pmix.pblob} */
	public boolean readsRankArrays() {
		return isAtLeast(4, 2, 0);
	}

	/** @return whether data are read to their end if there is a key of PMIx's own among them that it does not know; 4.2 stops there */
	public boolean skipsUnknownKeys() {
		return !isOf(4, 2);
	}

	/** @return whether it keeps the events that it raises itself for handlers of its own that come later; since 4.2.3 the server has to */
	public boolean keepsItsOwnEvents() {
		return !isAtLeast(4, 2, 3);
	}

	/** @return whether the flags of hwloc follow each description of a topology; from 7.0 on they are left to the description */
	public boolean packsTopologyFlags() {
		return !isAtLeast(7, 0, 0);
	}

	/** @return whether a delivered event ends with its range */
	public boolean readsEventRange() {
		return isAtLeast(4, 0, 0);
	}

	/** @return whether a request to pull output ends with the requester's own handle */
	public boolean sendsIofHandle() {
		return isAtLeast(4, 0, 0);
	}

	/** @return how it writes and reads the messages about groups */
	public GroupForm groupForm() {
		if (isAtLeast(6, 1, 0)) {
			return GroupForm.GROUP_INFOS;
		}
		if (isAtLeast(6, 0, 0)) {
			return GroupForm.CONTEXT_FLAG;
		}
		if (isAtLeast(4, 2, 4)) {
			return GroupForm.MEMBERS;
		}
		return isAtLeast(4, 0, 0) ? GroupForm.CONTEXT_ONLY : GroupForm.NONE;
	}

	/** @return whether a singleton is greeted like a client, not like a tool: 5.0.9 to 5.x, and from 6.1 on */
	public boolean greetsSingletonsAsClients() {
		return isAtLeast(5, 0, 9) && !isOf(6, 0);
	}

	/**
	 * @return whether it heeds a refusal in the reply to its hello; 4.0 to 5.0.8 and 6.0 read it, go on all the same, and may
	 *         then wait for ever, so that only a close without a word ends them
	 */
	public boolean heedsRefusals() {
		return !isAtLeast(4, 0, 0) || greetsSingletonsAsClients();
	}

	/** @return the longest payload of a frame that it takes before it drops the connection, in bytes */
	public int maxPayload() {
		if (isAtLeast(6, 1, 0)) {
			return 32 * MIB;
		}
		return isAtLeast(4, 2, 0) ? Integer.MAX_VALUE : 16 * MIB;
	}

	@Override
	public String toString() {
		return text.isEmpty() ? "unknown" : text;
	}

	private boolean isOf(int wantedMajor, int wantedMinor) {
		return major == wantedMajor && minor == wantedMinor;
	}

	private static int number(Matcher matcher, int group) {
		String digits = matcher.group(group);
		return digits == null ? 0 : Integer.parseInt(digits);
	}
}
