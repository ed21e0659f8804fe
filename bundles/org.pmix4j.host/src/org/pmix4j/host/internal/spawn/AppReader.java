// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Envar;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.placement.internal.allocation.NodeSelection;

/**
 * Reads one program of a spawn request. A directive of the program takes precedence over one of the job. Owned by a {@link SpawnReader}.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Spawn"
 */
final class AppReader {
	private static final EnvironmentEdits NO_DIRECTORY = EnvironmentEdits.NONE.plus(EnvironmentEdits.Kind.UNSET, new Envar("PWD", "", '\0'));

	private final SpawnBase base;
	private final EnvironmentEdits inherited;
	private final OptionValues job;
	private final Optional<List<Node>> places;

	/**
	 * Reads the programs of one request.
	 *
	 * @param base      what the job starts from
	 * @param inherited the environment that its programs inherit
	 * @param job       the options that its directives give to all programs
	 * @param places    the node of each rank of a program, if other processes decide about that
	 */
	AppReader(SpawnBase base, Map<String, String> inherited, OptionValues job, Optional<List<Node>> places) {
		this.base = base;
		this.inherited = EnvironmentEdits.setting(inherited);
		this.job = job;
		this.places = places;
	}

	/** Returns the program; throws with the status for the requester if it cannot run. */
	AppSpec read(App app) throws PmixException {
		SpawnSupport.checkOfProgram(app.infos());
		OptionValues own = OptionTable.read(app.infos());
		Path directory = directory(app, own);
		OptionValues all = withHostfiles(InheritedPlacement.apply(job.plus(own), base.placement()), directory);
		List<String> arguments = app.arguments().subList(Math.min(1, app.arguments().size()), app.arguments().size());
		int ranks = ranks(app, all);
		OptionValues counted = ranks > 0 ? all.with(AppOptions.RANKS, ranks) : all.without(AppOptions.RANKS);
		return new AppSpec(program(app), arguments, counted
				.with(AppOptions.DIRECTORY, directory).with(AppOptions.SESSION_DIRECTORY, inSessionDirectory(own))
				.with(AppOptions.ENVIRONMENT, environment(app, all)));
	}

	/** A directory of the program itself takes precedence over the session directory for all programs of the job. */
	private boolean inSessionDirectory(OptionValues own) {
		return own.get(AppOptions.SESSION_DIRECTORY) || !own.isSet(AppOptions.DIRECTORY) && job.get(AppOptions.SESSION_DIRECTORY);
	}

	private static String program(App app) throws PmixException {
		String first = app.arguments().isEmpty() ? "" : app.arguments().get(0);
		String program = app.command().isEmpty() ? first : app.command();
		if (program.isEmpty()) {
			throw new PmixException(Status.ERR_JOB_NO_EXE_SPECIFIED, "spawn: a program has no name");
		}
		return program;
	}

	/** Returns the number of ranks; 0 for as many as the policies place. Given places take precedence. */
	private int ranks(App app, OptionValues options) throws PmixException {
		if (app.maxProcs() < 0 || app.maxProcs() > AppSpec.MAX_RANKS) {
			throw new PmixException(Status.ERR_BAD_PARAM,
					"spawn: the number of ranks of " + app.command() + " must be 0 to " + AppSpec.MAX_RANKS + ", not " + app.maxProcs());
		}
		if (places.isPresent()) {
			return places.get().size();
		}
		OptionalInt onNode = PlacementOptions.ranksPerNode(options);
		if (onNode.isPresent() && app.maxProcs() > onNode.getAsInt() && base.room().pool().size() == 1) {
			throw new PmixException(Status.ERR_JOB_FAILED_TO_MAP, "spawn: " + app.maxProcs() + " ranks of " + app.command()
					+ " are requested, but each node may run " + onNode.getAsInt() + " and the session has one node");
		}
		return app.maxProcs();
	}

	private Path directory(App app, OptionValues own) throws PmixException {
		try {
			Path start = base.directory().resolve(BytePaths.of(app.workingDirectory()));
			for (OptionValues options : List.of(own, job)) {
				if (options.isSet(AppOptions.DIRECTORY)) {
					return start.resolve(options.get(AppOptions.DIRECTORY));
				}
			}
			return start;
		} catch (InvalidPathException e) {
			throw new PmixException(Status.ERR_JOB_WDIR_NOT_FOUND, "spawn: " + e.getMessage(), e);
		}
	}

	/** Makes the names of hostfiles absolute, as they start at the directory of the requester's program. */
	private static OptionValues withHostfiles(OptionValues options, Path directory) throws PmixException {
		OptionValues all = options;
		for (JobOption<String> file : List.of(PlacementOptions.HOSTFILE, PlacementOptions.ADD_HOSTFILE)) {
			if (options.isSet(file)) {
				all = all.with(file, NodeSelection.absolute(options.get(file), directory));
			}
		}
		return all;
	}

	/** Returns all variables of the program, less PWD: its directory is not that of the parent. Programs share those that they inherit. */
	private EnvironmentEdits environment(App app, OptionValues options) {
		Map<String, String> own = new HashMap<>();
		for (String variable : app.environment()) {
			int equals = variable.indexOf('=');
			if (equals > 0) {
				own.put(variable.substring(0, equals), variable.substring(equals + 1));
			}
		}
		return inherited.plus(EnvironmentEdits.setting(own)).plus(options.get(AppOptions.ENVIRONMENT)).plus(NO_DIRECTORY);
	}
}
