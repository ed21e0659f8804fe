// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.TemporaryDirectory;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.server.options.ServerRole;

/**
 * The setup of a local host. Immutable.
 *
 * @param directory the directory in which the session directory is made; usually that of temporary files
 * @param nodes     the nodes on which jobs run
 * @param listener  is notified of what happens to the jobs
 * @param roles     the roles in which tools find its server
 * @param reportUri where the server's address is written: "-" for standard output, "+" for standard error, a descriptor's number, or a
 *                  file; empty for nowhere
 * @param ownsProcess whether this process starts children for the host only, as a launcher does. Then it marks itself, and so every rank
 *                  from its first instruction; else a rank is marked some microseconds later, and a descendant that it starts before
 *                  that and that also clears its environment and leaves its group would survive
 * @param maxMessage the longest message that its server accepts from a process, in MiB
 * @param services  its services in addition to running jobs
 */
public record HostOptions(Path directory, HostNodes nodes, HostListener listener, Set<ServerRole> roles, Optional<String> reportUri,
		boolean ownsProcess, int maxMessage, ServiceOptions services) {
	private static final String SERVER_TMPDIR = "PMIX_SERVER_TMPDIR";
	private static final String SYSTEM_TMPDIR = "PMIX_SYSTEM_TMPDIR";
	/** Marks a rank of a launcher. */
	private static final String NAMESPACE = "PMIX_NAMESPACE";

	/**
	 * Copies the roles and resolves a relative directory against the working directory of this process.
	 *
	 * @throws IllegalArgumentException if the longest message is out of range
	 */
	public HostOptions {
		if (maxMessage < 1 || maxMessage > Integer.MAX_VALUE >> 20) {
			throw new IllegalArgumentException("the longest message must have 1 to " + (Integer.MAX_VALUE >> 20) + " MiB, not " + maxMessage);
		}
		directory = OwnProcess.directory().resolve(directory);
		roles = Set.copyOf(roles);
	}

	/** {@return the directory that the environment names; a slot for each core that may be used; support for tools} */
	public static HostOptions defaults() {
		return new HostOptions(sessionDirectory(OwnProcess.environment()), HostNodes.counted(), HostListener.NONE,
				Set.of(ServerRole.TOOL_SUPPORT), Optional.empty(), false, LauncherOptions.MAX_MESSAGE.defaultValue(),
				ServiceOptions.NONE);
	}

	/**
	 * {@return where temporary files go: TMPDIR, TEMP, TMP, else /tmp}
	 *
	 * @param environment variables
	 */
	public static Path temporaryDirectory(Map<String, String> environment) {
		return BytePaths.of(TemporaryDirectory.of(environment));
	}

	/**
	 * Returns where the session directory is made: in PMIX_SERVER_TMPDIR, else where temporary files go. A rank of another launcher has
	 * that variable for its library and not from its user, so it does not count there.
	 *
	 * @param environment variables
	 * @return the directory
	 * @see "OpenPMIx, docs/how-things-work/session_dirs.rst"
	 */
	public static Path sessionDirectory(Map<String, String> environment) {
		return named(SERVER_TMPDIR, environment).orElseGet(() -> temporaryDirectory(environment));
	}

	/**
	 * Returns where the files of the whole node go, by which tools find a system server: in PMIX_SYSTEM_TMPDIR, with the same exception
	 * as for {@link #sessionDirectory}, else beside the session directory, unless only PMIX_SERVER_TMPDIR has brought that there.
	 *
	 * @param environment variables
	 * @return the directory
	 */
	public Path systemDirectory(Map<String, String> environment) {
		boolean byVariable = named(SERVER_TMPDIR, environment).map(OwnProcess.directory()::resolve).equals(Optional.of(directory));
		return OwnProcess.directory().resolve(named(SYSTEM_TMPDIR, environment)
				.orElseGet(() -> byVariable ? temporaryDirectory(environment) : directory));
	}

	private static Optional<Path> named(String variable, Map<String, String> environment) {
		String path = environment.getOrDefault(variable, "");
		return path.isEmpty() || environment.containsKey(NAMESPACE) ? Optional.empty() : Optional.of(BytePaths.of(path));
	}

	/**
	 * {@return the same with those that are set}
	 *
	 * @param values values of {@link LauncherOptions}
	 */
	public HostOptions withOptions(OptionValues values) {
		HostOptions options = values.isSet(LauncherOptions.TMPDIR) ? withDirectory(values.get(LauncherOptions.TMPDIR)) : this;
		if (values.isSet(LauncherOptions.REPORT_URI)) {
			options = options.withReportUri(values.get(LauncherOptions.REPORT_URI));
		}
		if (values.isSet(LauncherOptions.MAX_MESSAGE)) {
			options = options.withMaxMessage(values.get(LauncherOptions.MAX_MESSAGE));
		}
		if (values.isSet(LauncherOptions.JOB_RECORD)) {
			options = options.withServices(options.services.withJobRecord(OwnProcess.directory().resolve(values.get(LauncherOptions.JOB_RECORD))));
		}
		if (values.isSet(LauncherOptions.SITE)) {
			options = options.withServices(options.services.withSite(OwnProcess.directory().resolve(values.get(LauncherOptions.SITE))));
		}
		if (values.isSet(LauncherOptions.SIMULATE)) {
			options = options.withNodes(new HostNodes(nodes.slots(), false, 0, values.get(LauncherOptions.SIMULATE).texts()));
		}
		return values.get(LauncherOptions.SYSTEM_SERVER) ? options.asSystemServer() : options;
	}

	/**
	 * {@return the same with it}
	 *
	 * @param other the directory in which the session directory is made
	 */
	public HostOptions withDirectory(Path other) {
		return new HostOptions(other, nodes, listener, roles, reportUri, ownsProcess, maxMessage, services);
	}

	/**
	 * {@return the same with it}
	 *
	 * @param slots how many ranks fill this machine
	 */
	public HostOptions withSlots(int slots) {
		return new HostOptions(directory, HostNodes.given(slots), listener, roles, reportUri, ownsProcess, maxMessage, services);
	}

	/**
	 * {@return the same with them}
	 *
	 * @param other the nodes on which jobs run
	 */
	public HostOptions withNodes(HostNodes other) {
		return new HostOptions(directory, other, listener, roles, reportUri, ownsProcess, maxMessage, services);
	}

	/**
	 * {@return the same with it}
	 *
	 * @param other is notified of what happens to the jobs
	 */
	public HostOptions withListener(HostListener other) {
		return new HostOptions(directory, nodes, other, roles, reportUri, ownsProcess, maxMessage, services);
	}

	/**
	 * {@return the same with it}
	 *
	 * @param other the roles in which tools find its server
	 */
	public HostOptions withRoles(Set<ServerRole> other) {
		return new HostOptions(directory, nodes, listener, other, reportUri, ownsProcess, maxMessage, services);
	}

	/**
	 * {@return the same with it}
	 *
	 * @param other where the server's address is written
	 */
	public HostOptions withReportUri(String other) {
		return new HostOptions(directory, nodes, listener, roles, Optional.of(other), ownsProcess, maxMessage, services);
	}

	/** {@return the same for a process whose children are all started by the host} */
	public HostOptions asLauncher() {
		return new HostOptions(directory, nodes, listener, roles, reportUri, true, maxMessage, services);
	}

	/**
	 * {@return the same with it}
	 *
	 * @param other the longest message that its server accepts from a process, in MiB
	 */
	public HostOptions withMaxMessage(int other) {
		return new HostOptions(directory, nodes, listener, roles, reportUri, ownsProcess, other, services);
	}

	/**
	 * {@return the same with it}
	 *
	 * @param other its services in addition to running jobs
	 */
	public HostOptions withServices(ServiceOptions other) {
		return new HostOptions(directory, nodes, listener, roles, reportUri, ownsProcess, maxMessage, other);
	}

	/** {@return the same as the system server of this machine, of which there can be one; tools of the same user find it by themselves} */
	public HostOptions asSystemServer() {
		return withRoles(Set.of(ServerRole.TOOL_SUPPORT, ServerRole.SYSTEM));
	}
}
