// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.handshake.ServerAddress;
import org.pmix4j.wire.internal.handshake.ServerOwner;
import org.pmix4j.wire.internal.kernel.Listeners;
import org.pmix4j.wire.internal.kernel.ProcessLife;

/**
 * The content of a file that announces a server: its address, and possibly its release, process, user and start time. Immutable.
 *
 * @param uri     identity and address
 * @param version release; {@link #UNKNOWN}'s if the file does not contain it
 * @param lines   of the file after the address: release, process id, "user:group", start time, an empty one, and in files of PMIx4J the
 *                start of the process in ticks since the boot of the machine; empty if there is no file
 * @param origin  the file's user and time; empty if there is no file
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_fns.c"
 */
public record ServerFile(String uri, PeerVersion version, List<String> lines, Optional<Origin> origin) {
	/** Assumed for a server that is known by its address alone: all newer ones understand it, too. */
	public static final PeerVersion UNKNOWN = PeerVersion.parse("5.0.0");

	private static final int MAX_SIZE = 4096;
	private static final int MAX_DIGITS = 18;
	/** The namespaces of prun in PRRTE: this, the node, and the process id. */
	private static final String PRUN = "prun.";
	/** Servers before release 2.1 do not write theirs. */
	private static final String OLDEST = "v2.0";
	private static final int PID = 1;
	private static final int USER = 2;
	private static final int TIME = 3;
	private static final int START = 5;

	/**
	 * The origin of a file.
	 *
	 * @param uid     its user, unsigned
	 * @param written when it was written
	 */
	public record Origin(int uid, Instant written) {
	}

	/**
	 * Describes a server that is known by its address.
	 *
	 * @param uri     identity and address
	 * @param version release
	 */
	public ServerFile(String uri, PeerVersion version) {
		this(uri, version, List.of(), Optional.empty());
	}

	/**
	 * Reads a file.
	 *
	 * @param file  its path
	 * @param owner the users whose files are read
	 * @return its content
	 * @throws PmixException UNREACH if there is no such file, NO_PERMISSIONS if another user wrote it, BAD_PARAM if no server wrote it
	 */
	public static ServerFile read(Path file, ServerOwner owner) throws PmixException {
		String name = BytePaths.text(file);
		try {
			Origin origin = origin(file, name, owner);
			if (!Files.isRegularFile(file) || Files.size(file) > MAX_SIZE) {
				throw foreign(name, "it is not a file of the size that servers write");
			}
			ServerFile read = parse(Files.readString(file, StandardCharsets.ISO_8859_1), origin)
					.orElseThrow(() -> new PmixException(Status.ERR_UNREACH, name + " is empty, so no server has announced itself yet"));
			read.requireAddress(name);
			return read;
		} catch (NoSuchFileException missing) {
			throw new PmixException(Status.ERR_UNREACH, "no server has written " + name, missing);
		} catch (IOException unreadable) {
			throw new PmixException(Status.ERR_UNREACH, name + " cannot be read: " + unreadable.getMessage(), unreadable);
		}
	}

	private static PmixException foreign(String name, String reason) {
		return new PmixException(Status.ERR_BAD_PARAM, name + " was not written by a server: " + reason);
	}

	private void requireAddress(String name) throws PmixException {
		try {
			ServerAddress.parse(uri);
		} catch (IllegalArgumentException malformed) {
			throw foreign(name, "its first line is not " + ServerAddress.FORM);
		}
		if (version.major() == 0) {
			throw foreign(name, "its second line is not a release");
		}
	}

	/** Refuses files of other users: the server that they name would receive all data of the job's start. */
	private static Origin origin(Path file, String name, ServerOwner owner) throws PmixException, IOException {
		Map<String, Object> found = Files.readAttributes(file, "unix:uid,lastModifiedTime");
		Origin origin = new Origin((Integer) found.get("uid"), ((FileTime) found.get("lastModifiedTime")).toInstant());
		if (!owner.includes(origin.uid)) {
			throw new PmixException(Status.ERR_NO_PERMISSIONS,
					name + " belongs to another user (" + ServerOwner.user(origin.uid) + "), whose server is not used");
		}
		return origin;
	}

	private static Optional<ServerFile> parse(String text, Origin origin) {
		List<String> lines = text.lines().toList();
		if (lines.isEmpty() || lines.get(0).isBlank()) {
			return Optional.empty();
		}
		PeerVersion version = lines.size() > 1 && !lines.get(1).isBlank() ? PeerVersion.parse(lines.get(1)) : UNKNOWN;
		return Optional.of(new ServerFile(lines.get(0), version, List.copyOf(lines.subList(1, lines.size())), Optional.of(origin)));
	}

	private String line(int number) {
		return number < lines.size() ? lines.get(number) : "";
	}

	/** @return process id; 0 if the file does not contain it */
	public long pid() {
		return number(line(PID));
	}

	/** Returns whether it is that of a launcher that has announced itself, but only submits its job to another server. */
	boolean isOfSubmitter() {
		return uri.startsWith(PRUN);
	}

	private static long number(String digits) {
		return digits.isEmpty() || digits.length() > MAX_DIGITS || !digits.chars().allMatch(c -> c >= '0' && c <= '9') ? 0
				: Long.parseLong(digits);
	}

	/**
	 * {@return the proof that the server has ended; empty if it may be running} Its process id and its port may have been reused, even by
	 * another user.
	 *
	 * @param owner the users who may own the server
	 */
	public Optional<String> endReason(ServerOwner owner) {
		if (pid() != 0 && origin.filter(file -> !process(file).isAlive()).isPresent()) {
			return Optional.of("its process has ended");
		}
		Listeners.Answer answer = Listeners.at(ServerAddress.parse(uri).address());
		if (answer.isNone()) {
			return Optional.of("no process listens at its port");
		}
		return answer.listener().filter(listener -> !owner.isTrusted(listener))
				.map(listener -> "its port now belongs to another user (" + ServerOwner.user(listener.uid()) + ")");
	}

	private ProcessLife.Writer process(Origin file) {
		return new ProcessLife.Writer(pid(), file.uid, file.written, number(line(START)));
	}

	/**
	 * @return the PMIX_SERVER_INFO_ARRAY of the server, with the data of the file
	 * @throws PmixException BAD_PARAM if the address is malformed
	 */
	Info description() throws PmixException {
		Infos infos;
		try {
			Proc server = ServerAddress.parse(uri).server();
			infos = Infos.of(Info.of(ServerAttributes.SERVER_NSPACE, server.nspace()), Info.of(ServerAttributes.SERVER_RANK, server.rank()));
		} catch (IllegalArgumentException malformed) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the address " + uri + " is malformed", malformed);
		}
		infos = infos.with(IdentityAttributes.VERSION_INFO, line(0).isBlank() ? OLDEST : line(0));
		if (pid() != 0) {
			infos = infos.with(ToolAttributes.SERVER_PIDINFO, (int) pid());
		}
		String[] user = line(USER).split(":");
		if (user.length == 2) {
			infos = infos.with(IdentityAttributes.USERID, (int) number(user[0])).with(IdentityAttributes.GRPID, (int) number(user[1]));
		}
		if (!line(TIME).isBlank()) {
			infos = infos.with(ServerAttributes.SERVER_START_TIME, line(TIME));
		}
		return Info.of(ToolAttributes.SERVER_INFO_ARRAY, DataArray.of(infos));
	}
}
