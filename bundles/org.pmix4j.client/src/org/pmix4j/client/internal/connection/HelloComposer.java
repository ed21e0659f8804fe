// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.handshake.ProcessUser;

/** Composes the hello that a process sends to a server. Stateless. */
public final class HelloComposer {
	/** The module that sends values over the connection; other modules of the C library share memory. */
	private static final String GDS = "hash";

	private HelloComposer() {
	}

	/**
	 * Composes a hello.
	 *
	 * @param contact the server, and the identity of this process if it has one
	 * @param flag    kind of this process
	 * @param infos   further information for the server and its host; clients up to release 6.0 send none
	 * @return the hello
	 * @throws PmixException {@code ERR_NOT_SUPPORTED} if the user of this process is unknown, or the release of the server has no form for
	 *                       an info
	 */
	public static Hello of(ServerContact contact, HelloFlag flag, Infos infos) throws PmixException {
		boolean isNative = contact.psec().equals(NativeCredential.NATIVE);
		Optional<NativeCredential> user = isNative || flag.carriesUser() ? Optional.of(ownUser()) : Optional.empty();
		ByteObject credential = isNative ? user.orElseThrow().encode(ByteOrder.nativeOrder()) : ByteObject.EMPTY;
		return new Hello(contact.psec(), credential, flag, flag.carriesUser() ? user : Optional.empty(),
				flag.carriesProc() ? contact.self() : Optional.empty(), announced(contact.version()),
				List.of(contact.encoding().dialect().moduleName()), contact.encoding().described(), GDS, blob(infos, contact.encoding()));
	}

	private static NativeCredential ownUser() throws PmixException {
		return ProcessUser.ids().orElseThrow(() -> new PmixException(Status.ERR_NOT_SUPPORTED,
				"the user of this process cannot be read from /proc, so it cannot connect to a PMIx server"));
	}

	private static ByteObject blob(Infos infos, Encoding encoding) throws PmixException {
		return infos.isEmpty() ? ByteObject.EMPTY
				: new Packer(encoding).put(new PmixValue.Size(infos.size())).putAll(DataType.INFO, infos.list()).toByteObject();
	}

	/**
	 * Returns the release to announce: the server's, but at most the newest supported one. C servers read the three numbers, each up to the
	 * next character that is not a digit, and ignore the rest. The numbers select the form of the job information. C servers write messages
	 * about groups in the form of their own release, a PMIx4J server in the form of the client's. A client of the release of the server can
	 * read both.
	 */
	private static PeerVersion announced(PeerVersion server) {
		PeerVersion newest = LibraryVersion.NEWEST;
		PeerVersion known = server.isAtLeast(newest.major(), newest.minor(), newest.release()) ? newest : server;
		return PeerVersion.parse(known.major() + "." + known.minor() + "." + known.release() + PeerVersion.PMIX4J_MARK);
	}
}
