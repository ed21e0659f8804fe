// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.util.List;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Proc;
import org.pmix4j.model.internal.text.PeerText;

/**
 * The first message on a connection, sent by the connecting side. Its claims are not verified here.
 *
 * @param psec       name of the security module, such as {@code native}
 * @param credential what that module sends to prove the peer's identity
 * @param flag       role of the peer
 * @param user       effective user and group; present exactly if the flag carries them
 * @param proc       namespace and rank; present exactly if the flag carries them
 * @param version    release of the peer's library
 * @param bfrops     names of the dialects that the peer speaks, best first; all known releases send exactly one
 * @param described  whether every value in its messages is preceded by its type
 * @param gds        names of its data stores, comma separated, best first
 * @param blob       packed infos in the first dialect: the count (SIZE), then the infos; may be empty, and more bytes may follow the infos
 */
public record Hello(String psec, ByteObject credential, HelloFlag flag, Optional<NativeCredential> user, Optional<Proc> proc,
		PeerVersion version, List<String> bfrops, boolean described, String gds, ByteObject blob) {
	/** @throws IllegalArgumentException if user or process do not match the flag, no dialect is given, or a name contains a NUL */
	public Hello {
		if (flag.carriesUser() != user.isPresent() || flag.carriesProc() != proc.isPresent()) {
			throw new IllegalArgumentException("flag " + flag + " does not allow user " + user + " with process " + proc);
		}
		if (bfrops.isEmpty()) {
			throw new IllegalArgumentException("a hello must name at least one dialect");
		}
		if ((psec + version.text() + bfrops + gds).indexOf('\0') >= 0) {
			throw new IllegalArgumentException("a name in the hello contains a NUL");
		}
		bfrops = List.copyOf(bfrops);
	}

	/** @return whether the blob can hold infos: releases 4.0 to 4.2.2 send one byte of padding where others send nothing */
	public boolean hasInfos() {
		byte[] bytes = blob.toByteArray();
		for (byte next : bytes) {
			if (next != 0) {
				return true;
			}
		}
		return false;
	}

	/** Omits the credential, which may be secret. */
	@Override
	public String toString() {
		return "hello " + flag + proc.map(name -> " " + name).orElse("") + user.map(ids -> " " + ids).orElse("") + ", version " + version
				+ ", psec " + PeerText.of(psec) + ", bfrops " + PeerText.of(String.join(",", bfrops)) + (described ? " described" : "")
				+ ", gds " + PeerText.of(gds) + ", blob " + blob.size() + " bytes";
	}
}
