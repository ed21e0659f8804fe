// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.internal.text.PeerText;
import org.pmix4j.wire.internal.codec.Dialect;

/**
 * Release of a peer's library, as the peer reports it, and what that release implies for its messages. A release candidate counts as its
 * release.
 *
 * @param major   first number; 0 if the text has none
 * @param minor   second number
 * @param release third number
 * @param text    the text that the peer sent
 */
public record PeerVersion(int major, int minor, int release, String text) {
	private static final Pattern NUMBERS = Pattern.compile("v?(\\d{1,6})(?:\\.(\\d{1,6}))?(?:\\.(\\d{1,6}))?.*", Pattern.DOTALL);
	/** End of the versions that clients, tools and servers of this project report. */
	public static final String PMIX4J_MARK = "-pmix4j";
	private static final int MIB = 1 << 20;

	/**
	 * @param text a version such as {@code 4.2.2rc2}, {@code v3.2.5a1} or {@code 6.1.0}
	 * @return the version; 0.0.0 if the text does not start with a number
	 */
	public static PeerVersion parse(String text) {
		Matcher matcher = NUMBERS.matcher(text);
		if (!matcher.matches()) {
			return new PeerVersion(0, 0, 0, text);
		}
		return new PeerVersion(number(matcher, 1), number(matcher, 2), number(matcher, 3), text);
	}

	/** Written out for a fast start, as in {@link org.pmix4j.model.Rank}. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof PeerVersion same && same.major == major && same.minor == minor && same.release == release
				&& same.text.equals(text);
	}

	@Override
	public int hashCode() {
		return text.hashCode();
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

	/** @return whether servers accept clients and tools of this release; OpenPMIx set the same minimum, 2.1, in 2026 */
	public boolean isAcceptedByServers() {
		return isAtLeast(2, 1, 0);
	}

	/** @return whether clients and tools connect to servers of this release; OpenPMIx set the same minimum, 3.2, in 2026 */
	public boolean isAcceptedByClients() {
		return isAtLeast(3, 2, 0);
	}

	/** @return whether a node's data arrive as an array {@code pmix.node.arr}; before 3.1.100 the key was the host name */
	public boolean readsNodeArrays() {
		return isAtLeast(3, 1, 100);
	}

	/** @return whether a session's data arrive as an array {@code pmix.ssn.arr}; before 4.2 they were separate keys */
	public boolean readsSessionArrays() {
		return isAtLeast(4, 2, 0);
	}

	/** @return whether replies about other jobs carry a rank's data as {@code pmix.pdata}; before 4.2 as {@code pmix.pblob} */
	public boolean readsRankArrays() {
		return isAtLeast(4, 2, 0);
	}

	/** @return whether the peer skips keys that begin with "pmix" but are unknown to it; 4.2 stops reading at the first one */
	public boolean skipsUnknownKeys() {
		return !isOf(4, 2) || isPmix4j();
	}

	/** @return whether the peer is PMIx4J */
	public boolean isPmix4j() {
		return text.endsWith(PMIX4J_MARK);
	}

	/** @return whether servers of this release have resource blocks */
	public boolean servesResourceBlocks() {
		return isAtLeast(6, 0, 0) || isPmix4j();
	}

	/** @return the newest dialect that servers of this release read; newer servers read the older dialects, too */
	public Dialect newestDialect() {
		if (isAtLeast(6, 1, 0) || isPmix4j()) {
			return Dialect.V61;
		} else if (isAtLeast(4, 1, 0)) {
			return isAtLeast(6, 0, 0) ? Dialect.V51 : Dialect.V41;
		}
		return isAtLeast(4, 0, 0) ? Dialect.V4 : Dialect.V3;
	}

	/** @return whether the peer keeps events that it raised for handlers that it registers later; since 4.2.3 the server must keep them */
	public boolean keepsItsOwnEvents() {
		return !isAtLeast(4, 2, 3);
	}

	/**
	 * @return whether this is release 7.0, a candidate of it, or a later one: clients drop their copies of deleted keys, and the construction
	 *         of a group that loses a member ends with GROUP_CONSTRUCT_ABORT instead of ERR_PARTIAL_SUCCESS
	 */
	public boolean isSince7() {
		return isAtLeast(7, 0, 0);
	}

	/** @return whether the peer packs arrays without a type in the form of release 7.0; PMIx4J peers use the older one with each other */
	public boolean packsUntypedArraysAs7() {
		return isSince7() && !isPmix4j();
	}

	/** @return whether a delivered event ends with its range */
	public boolean readsEventRange() {
		return isAtLeast(4, 0, 0);
	}

	/** @return whether a request to pull output ends with the requester's own handle */
	public boolean sendsIofHandle() {
		return isAtLeast(4, 0, 0);
	}

	/** @return layout of the peer's group messages */
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

	/** @return whether a singleton receives the reply for clients instead of the reply for tools: 5.0.9 to 5.x, and from 6.1 on */
	public boolean greetsSingletonsAsClients() {
		return isAtLeast(5, 0, 9) && !isOf(6, 0);
	}

	/**
	 * @return whether the peer stops when the reply to its hello refuses it; 4.0 to 5.0.8 and 6.0 ignore the refusal and may then wait
	 *         forever, so that only closing the connection stops them
	 */
	public boolean heedsRefusals() {
		return !isAtLeast(4, 0, 0) || greetsSingletonsAsClients();
	}

	/** @return the longest frame payload that the peer accepts, in bytes; it drops the connection at a longer one */
	public int maxPayload() {
		if (isAtLeast(6, 1, 0) && !isPmix4j()) {
			return 32 * MIB;
		}
		return isAtLeast(4, 2, 0) ? Integer.MAX_VALUE : 16 * MIB;
	}

	/** @return whether the peer uses the codes -400 and -401 for failed conversions, too; OpenPMIx 7.0 moved those to -202 and -203 */
	public boolean sharesConversionCodes() {
		return isOf(6, 1);
	}

	@Override
	public String toString() {
		return text.isEmpty() ? "unknown" : PeerText.of(text);
	}

	private boolean isOf(int wantedMajor, int wantedMinor) {
		return major == wantedMajor && minor == wantedMinor;
	}

	private static int number(Matcher matcher, int group) {
		String digits = matcher.group(group);
		return digits == null ? 0 : Integer.parseInt(digits);
	}
}
