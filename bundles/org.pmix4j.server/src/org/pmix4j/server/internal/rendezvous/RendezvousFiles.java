// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.pmix4j.model.CTime;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.wire.internal.kernel.ProcessLife;

/**
 * All files that announce one server, one or two per role; removed when the server ends. Owned by the server; blocks, so it is not used on
 * the loop.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c; PMIx Standard, chapter Tools and Debuggers"
 */
public final class RendezvousFiles implements AutoCloseable {
	/** Announces nothing. */
	public static final RendezvousFiles NONE = new RendezvousFiles(true, Set.of());

	private static final long OWN_PID = ProcessHandle.current().pid();

	/** Guards the published files: the server may be closed while its host restores files. */
	private final List<RendezvousFile> files = new ArrayList<>();
	private final MadeDirectories directories;
	private final boolean keepDirectories;
	private Optional<ReportedFile> reported = Optional.empty();

	private RendezvousFiles(boolean keepDirectories, Set<PosixFilePermission> permissions) {
		this.keepDirectories = keepDirectories;
		this.directories = new MadeDirectories(permissions);
	}

	/**
	 * Publishes the files of a server.
	 *
	 * @param options roles and directories of the server
	 * @param uri     its identity and address
	 * @param version release of the C library whose behavior peers may expect
	 * @param names   names of the environment variables in which clients expect the address
	 * @return the files
	 * @throws PmixException EXISTS if a running server has one of the files, otherwise FILE_WRITE_FAILURE; nothing is left behind
	 */
	public static RendezvousFiles publish(ServerOptions options, String uri, String version, List<String> names) throws PmixException {
		List<Path> paths = paths(options);
		if (paths.isEmpty() && options.reportUri().isEmpty()) {
			return NONE;
		}
		RendezvousFiles published = new RendezvousFiles(options.hostRemovesDirectories(),
				PosixFilePermissions.fromString(options.foreignTools() ? "rwxr-xr-x" : "rwx------"));
		try {
			published.publish(paths, options, uri, version);
			if (options.reportUri().isPresent()) {
				published.reported = ReportedUri.report(options.reportUri().get(), uri, version, names);
			}
			return published;
		} catch (PmixException e) {
			published.close();
			throw e;
		} catch (IOException e) {
			published.close();
			throw new PmixException(Status.ERR_FILE_WRITE_FAILURE, "cannot announce the server: " + FileFailure.line(e), e);
		} catch (RuntimeException e) {
			published.close();
			throw new PmixException(Status.ERR_FILE_WRITE_FAILURE, "cannot announce the server: " + e, e);
		}
	}

	private void publish(List<Path> paths, ServerOptions options, String uri, String version) throws PmixException, IOException {
		if (paths.isEmpty()) {
			return;
		}
		OwnUser user = OwnUser.ofThisProcess().orElseThrow(() -> new IOException("the file system does not provide the user"));
		Announcement announcement = new Announcement(uri, version, OWN_PID, user.uid(), user.gid(),
				options.startTime().orElseGet(() -> CTime.format(CTime.now())), ProcessLife.ownStart());
		Set<PosixFilePermission> permissions = PosixFilePermissions.fromString(options.foreignTools() ? "rw-r--r--" : "rw-------");
		for (Path path : paths) {
			Path parent = path.getParent();
			if (parent != null) {
				directories.require(parent);
			}
			boolean isReserved = !options.launcherFile().filter(path::equals).isPresent();
			try {
				files.add(RendezvousFile.publish(path, isReserved, announcement, permissions));
			} catch (IOException e) {
				// a failure of writing does not name the file
				throw new IOException(path + ": " + FileFailure.reason(e), e);
			}
		}
	}

	/**
	 * @param options options of a server
	 * @return files in which tools look for it
	 */
	public static List<Path> paths(ServerOptions options) {
		Path system = options.systemDirectory();
		Path server = options.serverDirectory();
		String tool = "pmix." + options.hostname() + ".tool";
		List<Path> paths = new ArrayList<>();
		options.launcherFile().ifPresent(paths::add);
		for (ServerRole role : ServerRole.values()) {
			if (options.roles().contains(role)) {
				paths.addAll(switch (role) {
					case SYSTEM -> List.of(system.resolve("pmix.sys." + options.hostname()));
					case SCHEDULER -> List.of(system.resolve("pmix.sched." + options.hostname()));
					case SYSTEM_CONTROLLER -> List.of(system.resolve("pmix.sysctrlr." + options.hostname()));
					case SESSION -> List.of(server.resolve(tool));
					case TOOL_SUPPORT -> List.of(server.resolve(tool + "." + OWN_PID),
							server.resolve(tool + "." + options.identity().nspace()));
					case GATEWAY -> List.of();
				});
			}
		}
		return paths;
	}

	/** @return the files that are published, with the one in which the user requested the address */
	public List<Path> paths() {
		return Stream.concat(files.stream().map(RendezvousFile::path), reported.stream().map(ReportedFile::path)).toList();
	}

	/**
	 * Publishes the files again that were removed, as cleaners of temporary files do; their directories must exist.
	 *
	 * @return those files; none after {@link #close()}
	 * @throws PmixException EXISTS if another server has taken the place of this one, otherwise FILE_WRITE_FAILURE
	 */
	public List<Path> restore() throws PmixException {
		List<Path> restored = new ArrayList<>();
		synchronized (files) {
			for (RendezvousFile file : files) {
				try {
					if (file.restore()) {
						restored.add(file.path());
					}
				} catch (IOException e) {
					throw new PmixException(Status.ERR_FILE_WRITE_FAILURE, file.path() + ": " + FileFailure.reason(e), e);
				}
			}
		}
		return restored;
	}

	/** Removes the files and, unless the host does so, the directories created for them. Repeated calls do nothing. */
	@Override
	public void close() {
		synchronized (files) {
			files.forEach(RendezvousFile::remove);
			files.clear();
			reported.ifPresent(ReportedFile::remove);
			reported = Optional.empty();
			if (!keepDirectories) {
				directories.remove();
			}
		}
	}
}
