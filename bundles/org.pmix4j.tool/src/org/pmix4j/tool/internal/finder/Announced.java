// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.internal.finder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.handshake.ProcessUser;

/**
 * The content of a file that announces a server: its address, and perhaps its release and process. Immutable.
 *
 * @param uri     identity and address
 * @param version release; that of {@link #UNKNOWN} if the file does not say
 * @param pid     process id; 0 if the file does not say
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_fns.c"
 */
record Announced(String uri, PeerVersion version, long pid) {
	/** Assumed for a server that is known by its address alone: all newer ones understand it, too. */
	static final PeerVersion UNKNOWN = PeerVersion.parse("5.0.0");

	private static final int MAX_SIZE = 4096;
	private static final int MAX_DIGITS = 18;

	/**
	 * Reads a file.
	 *
	 * @throws PmixException UNREACH if there is no such file, NO_PERMISSIONS if another user wrote it, BAD_PARAM if it holds no address
	 */
	static Announced read(Path file) throws PmixException {
		String name = BytePaths.text(file);
		try {
			requireOwn(file, name);
			if (!Files.isRegularFile(file) || Files.size(file) > MAX_SIZE) {
				throw new PmixException(Status.ERR_BAD_PARAM, name + " does not hold the address of a server");
			}
			return parse(Files.readString(file, StandardCharsets.ISO_8859_1))
					.orElseThrow(() -> new PmixException(Status.ERR_UNREACH, name + " is empty, so no server has announced itself yet"));
		} catch (NoSuchFileException missing) {
			throw new PmixException(Status.ERR_UNREACH, "no server has written " + name, missing);
		} catch (IOException unreadable) {
			throw new PmixException(Status.ERR_UNREACH, name + " cannot be read: " + unreadable.getMessage(), unreadable);
		}
	}

	/** Refuses files of other users: they could name a server that hears everything the job is started with. */
	private static void requireOwn(Path file, String name) throws PmixException, IOException {
		Object owner = Files.getAttribute(file, "unix:uid");
		int self = ProcessUser.ids().map(ids -> ids.uid()).orElse(-1);
		if (!owner.equals(self)) {
			throw new PmixException(Status.ERR_NO_PERMISSIONS, name + " belongs to another user (" + owner + "), whose server is not used");
		}
	}

	private static Optional<Announced> parse(String text) {
		List<String> lines = text.lines().toList();
		if (lines.isEmpty() || lines.get(0).isBlank()) {
			return Optional.empty();
		}
		PeerVersion version = lines.size() > 1 && !lines.get(1).isBlank() ? PeerVersion.parse(lines.get(1)) : UNKNOWN;
		return Optional.of(new Announced(lines.get(0), version, lines.size() > 2 ? number(lines.get(2)) : 0));
	}

	private static long number(String digits) {
		return digits.isEmpty() || digits.length() > MAX_DIGITS || !digits.chars().allMatch(c -> c >= '0' && c <= '9') ? 0
				: Long.parseLong(digits);
	}

	/** Returns whether the server's process has ended, as far as the file says. */
	boolean isStale() {
		return pid != 0 && ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
	}
}
