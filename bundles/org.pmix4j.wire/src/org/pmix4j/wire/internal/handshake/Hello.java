// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.util.List;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Proc;

/**
 * The first message of a connection, from the side that connects. What it claims is not checked here.
 *
 * @param psec       name of the security module, such as {@code native}
 * @param credential what that module sends to prove who the peer is
 * @param flag       what the peer is
 * @param user       effective user and group; there exactly if the flag carries them
 * @param proc       namespace and rank; there exactly if the flag carries them
 * @param version    release of the peer's library
 * @param bfrops     names of the dialects it speaks, best first; one from all peers so far
 * @param described  whether its messages name the type of every value
 * @param gds        names of its ways to store data, comma separated, best first
 * @param blob       packed infos in the first dialect: the count (SIZE), then the infos; may be empty or have bytes behind
 */
public record Hello(String psec, ByteObject credential, HelloFlag flag, Optional<NativeCredential> user, Optional<Proc> proc,
		PeerVersion version, List<String> bfrops, boolean described, String gds, ByteObject blob) {
	/**
	 * @throws IllegalArgumentException if user or process do not fit the flag, no dialect is given, or a name has a NUL
	 */
	public Hello {
		if (flag.carriesUser() != user.isPresent() || flag.carriesProc() != proc.isPresent()) {
			throw new IllegalArgumentException("flag " + flag + " does not go with user " + user + " and process " + proc);
		}
		if (bfrops.isEmpty()) {
			throw new IllegalArgumentException("a hello names at least one dialect");
		}
		if ((psec + version.text() + bfrops + gds).indexOf('\0') >= 0) {
			throw new IllegalArgumentException("a name in a hello has a NUL");
		}
		bfrops = List.copyOf(bfrops);
	}

	/** @return whether there may be infos: releases 4.0 to 4.2.2 send one byte of padding where others send nothing */
	public boolean hasInfos() {
		byte[] bytes = blob.toByteArray();
		for (byte next : bytes) {
			if (next != 0) {
				return true;
			}
		}
		return false;
	}

	/** Leaves out the credential, which may be a secret. */
	@Override
	public String toString() {
		return "hello " + flag + proc.map(who -> " " + who).orElse("") + user.map(who -> " " + who).orElse("") + ", version " + version
				+ ", psec " + psec + ", bfrops " + String.join(",", bfrops) + (described ? " described" : "") + ", gds " + gds + ", blob "
				+ blob.size() + " bytes";
	}
}
