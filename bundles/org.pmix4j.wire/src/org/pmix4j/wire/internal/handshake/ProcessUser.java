// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.IdentityAttributes;

/** The user and group of this process, as the kernel knows them. Stateless: a JVM does not change its user. */
public final class ProcessUser {
	private static final Optional<NativeCredential> SELF = read();

	private ProcessUser() {
	}

	/** @return effective user and group; empty if the file system does not show them */
	public static Optional<NativeCredential> ids() {
		return SELF;
	}

	/**
	 * {@return user and group for the infos of a tool: the real ones (PMIX_REALUID, PMIX_REALGID) and the effective ones (PMIX_USERID,
	 * PMIX_GRPID), in the order of the C library; those that the file system shows}
	 */
	public static Infos infos() {
		Infos infos = real("Uid:").map(uid -> Infos.EMPTY.with(IdentityAttributes.REALUID, uid)).orElse(Infos.EMPTY);
		if (SELF.isPresent()) {
			infos = infos.with(IdentityAttributes.USERID, SELF.get().uid());
		}
		Optional<Integer> group = real("Gid:");
		if (group.isPresent()) {
			infos = infos.with(IdentityAttributes.REALGID, group.get());
		}
		return SELF.isPresent() ? infos.with(IdentityAttributes.GRPID, SELF.get().gid()) : infos;
	}

	/** Returns the first number, the real user or group, in a line of the status of this process. */
	private static Optional<Integer> real(String line) {
		try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
			return lines.filter(each -> each.startsWith(line)).map(each -> Integer.parseUnsignedInt(each.split("\\s+")[1])).findFirst();
		} catch (IOException | UncheckedIOException | NumberFormatException unknown) {
			return Optional.empty();
		}
	}

	private static Optional<NativeCredential> read() {
		try {
			Map<String, Object> attributes = Files.readAttributes(Path.of("/proc/self"), "unix:uid,gid");
			return Optional.of(new NativeCredential((Integer) attributes.get("uid"), (Integer) attributes.get("gid")));
		} catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
			return Optional.empty();
		}
	}
}
