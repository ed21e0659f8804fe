// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.host.AppSpec;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.attributes.ToolAttributes;

/**
 * Reads one program of a spawn. What its own directives say counts more than what those of the job say. Stateless.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Spawn"
 */
final class AppReader {
	private static final char PATH_SEPARATOR = ':';

	private final SpawnBase base;
	private final Infos job;

	AppReader(SpawnBase base, Infos job) {
		this.base = base;
		this.job = job;
	}

	/** @throws PmixException with the status that says what is wrong */
	AppSpec read(App app) throws PmixException {
		SpawnSupport.check(app.infos());
		Path directory = directory(app);
		requireHosts(job, directory);
		requireHosts(app.infos(), directory);
		List<String> line = commandLine(app);
		return new AppSpec(line.get(0), line.subList(1, line.size()), ranks(app), directory, environment(app));
	}

	/** An agent runs the program, which it gets as its arguments. */
	private List<String> commandLine(App app) throws PmixException {
		List<String> line = new ArrayList<>();
		for (Attribute<String> agent : List.of(ToolAttributes.EXEC_AGENT, SpawnAttributes.FORKEXEC_AGENT)) {
			Optional<String> own = app.infos().get(agent);
			Optional<String> wanted = own.isPresent() ? own : job.get(agent);
			if (line.isEmpty() && wanted.isPresent() && !wanted.get().isBlank()) {
				line.addAll(List.of(wanted.get().strip().split("\\s+")));
			}
		}
		line.add(program(app));
		line.addAll(app.arguments().subList(Math.min(1, app.arguments().size()), app.arguments().size()));
		return line;
	}

	private static String program(App app) throws PmixException {
		String first = app.arguments().isEmpty() ? "" : app.arguments().get(0);
		String program = app.command().isEmpty() ? first : app.command();
		if (program.isEmpty()) {
			throw new PmixException(Status.ERR_JOB_NO_EXE_SPECIFIED, "spawn: a program has no name");
		}
		return program;
	}

	/** None is as many as fit, or as are wanted on each node. */
	private int ranks(App app) throws PmixException {
		if (app.maxProcs() < 0 || app.maxProcs() > AppSpec.MAX_RANKS) {
			throw new PmixException(Status.ERR_BAD_PARAM, "spawn: " + app.maxProcs() + " processes of " + app.command());
		}
		OptionalInt own = PerResource.onNode(app.infos());
		OptionalInt onNode = own.isPresent() ? own : PerResource.onNode(job);
		if (onNode.isPresent() && app.maxProcs() > onNode.getAsInt()) {
			throw new PmixException(Status.ERR_JOB_FAILED_TO_MAP, "spawn: " + app.maxProcs() + " processes of " + app.command()
					+ " are wanted, but on the only node not more than " + onNode.getAsInt());
		}
		return app.maxProcs() == 0 ? onNode.orElse(base.room().slots()) : app.maxProcs();
	}

	private Path directory(App app) throws PmixException {
		try {
			Path start = base.directory().resolve(app.workingDirectory());
			for (Infos infos : List.of(app.infos(), job)) {
				if (infos.isTrue(SpawnAttributes.SET_SESSION_CWD)) {
					return base.room().directory();
				}
				Optional<String> wanted = infos.get(SpawnAttributes.WDIR);
				if (wanted.isPresent()) {
					return start.resolve(wanted.get());
				}
			}
			return start;
		} catch (InvalidPathException e) {
			throw new PmixException(Status.ERR_JOB_WDIR_NOT_FOUND, "spawn: " + e.getMessage(), e);
		}
	}

	private void requireHosts(Infos infos, Path directory) throws PmixException {
		try {
			for (Info info : infos) {
				if (info.key().equals(SpawnAttributes.HOST.key()) || info.key().equals(SpawnAttributes.ADD_HOST.key())) {
					base.room().hosts().requireOwn(SpawnAttributes.HOST.read(info.value()));
				} else if (info.key().equals(SpawnAttributes.HOSTFILE.key()) || info.key().equals(SpawnAttributes.ADD_HOSTFILE.key())) {
					base.room().hosts().requireOwnIn(directory.resolve(SpawnAttributes.HOSTFILE.read(info.value())));
				}
			}
		} catch (InvalidPathException e) {
			throw new PmixException(Status.ERR_JOB_ALLOC_FAILED, "spawn: " + e.getMessage(), e);
		}
	}

	private Map<String, String> environment(App app) throws PmixException {
		Map<String, String> environment = new HashMap<>(base.environment());
		EnvironmentEdits.setAll(app.environment(), environment);
		EnvironmentEdits.apply(job, environment);
		EnvironmentEdits.apply(app.infos(), environment);
		Optional<String> own = app.infos().get(SpawnAttributes.PREFIX);
		Optional<String> prefix = own.isPresent() ? own : job.get(SpawnAttributes.PREFIX);
		if (prefix.isPresent()) {
			EnvironmentEdits.apply(searching(prefix.get()), environment);
		}
		// it is that of the directory, which is not where the parent's was
		environment.remove("PWD");
		return environment;
	}

	/** Programs of an installation lie in its bin, its libraries in its lib, as mpirun --prefix has it; or the prefix itself holds them. */
	private static Infos searching(String prefix) {
		return Infos.of(
				Info.of(SpawnAttributes.PREPEND_ENVAR, new Envar("PATH", prefix, PATH_SEPARATOR)),
				Info.of(SpawnAttributes.PREPEND_ENVAR, new Envar("PATH", prefix + "/bin", PATH_SEPARATOR)),
				Info.of(SpawnAttributes.PREPEND_ENVAR, new Envar("LD_LIBRARY_PATH", prefix + "/lib", PATH_SEPARATOR)));
	}
}
