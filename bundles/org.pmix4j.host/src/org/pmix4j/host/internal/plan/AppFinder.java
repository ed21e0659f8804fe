// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.host.internal.plan.JobPlan.Preload;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.EnvironmentEdits.Kind;
import org.pmix4j.model.Envar;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.process.internal.process.Program;

/**
 * Finds the file that starts a program, its arguments and its working directory: its agent, its installation, the session directory and
 * preloaded files decide about them. Stateless.
 *
 * @see "PRRTE 3, odls/base setup_path and filem/raw"
 */
final class AppFinder {
	private static final char PATH_SEPARATOR = ':';

	private AppFinder() {
	}

	/**
	 * Finds a program. Blocks on the file system.
	 *
	 * @param home       looks programs up
	 * @param job        the order to which it belongs
	 * @param session    the session directory of the job
	 * @param app        the program
	 * @param inherited  variables before those of the program
	 * @throws IOException if a file is missing, or cannot be executed
	 */
	static FoundApp find(NodeAgent home, JobSpec job, Path session, AppSpec app, Map<String, String> inherited) throws IOException {
		Path start = job.directory().resolve(app.directory());
		boolean preloaded = app.options().get(AppOptions.PRELOAD_BINARY);
		boolean inSession = preloaded || app.options().get(AppOptions.SESSION_DIRECTORY);
		Map<String, String> environment = edits(app).appliedTo(inherited);
		List<String> line = agent(app);
		List<Preload> preloads = preloads(app, start);
		Program program = line.isEmpty() || preloaded || inSession ? home.findProgram(app.program(), start, environment)
				: home.findProgram(line.get(0), start, environment);
		String word = app.program();
		if (preloaded) {
			Path name = Path.of(String.valueOf(program.file().getFileName()));
			preloads.add(new Preload(program.file(), name));
			word = "./" + BytePaths.text(name);
			program = new Program(word, session.resolve(name));
		} else if (inSession) {
			// a relative name starts at the directory where the user gave it
			word = BytePaths.text(program.file());
			program = new Program(program.name(), program.file(), word);
		}
		if (inSession && !line.isEmpty()) {
			program = home.findProgram(line.get(0), start, environment);
		}
		List<String> arguments = new ArrayList<>(app.arguments());
		if (!line.isEmpty()) {
			arguments.add(0, word);
			arguments.addAll(0, line.subList(1, line.size()));
		}
		return new FoundApp(app, program, arguments, inSession ? session : start, inherited,
				job.killTimeout(app), preloads);
	}

	/** Returns the words of the command that runs the program; empty if it runs by itself. */
	private static List<String> agent(AppSpec app) {
		String agent = app.options().get(AppOptions.AGENT);
		return agent.isBlank() || app.options().get(AppOptions.DEFAULT_AGENT) ? List.of() : List.of(agent.strip().split("\\s+"));
	}

	/**
	 * Returns all changes to the environment of a program. Programs of an installation are in its bin and libraries in its lib, as mpirun
	 * --prefix assumes; or both are in the prefix itself.
	 */
	static EnvironmentEdits edits(AppSpec app) {
		String prefix = app.options().get(AppOptions.PREFIX);
		return prefix.isEmpty() ? app.environment()
				: app.environment().plus(Kind.PREPEND, new Envar("PATH", prefix, PATH_SEPARATOR))
						.plus(Kind.PREPEND, new Envar("PATH", prefix + "/bin", PATH_SEPARATOR))
						.plus(Kind.PREPEND, new Envar("LD_LIBRARY_PATH", prefix + "/lib", PATH_SEPARATOR));
	}

	private static List<Preload> preloads(AppSpec app, Path start) throws IOException {
		List<Preload> preloads = new ArrayList<>();
		String files = app.options().get(AppOptions.PRELOAD_FILES);
		for (String file : files.isEmpty() ? new String[0] : files.split(",")) {
			try {
				Path source = start.resolve(BytePaths.of(file.strip())).normalize();
				if (!Files.isReadable(source) || Files.isDirectory(source)) {
					throw new IOException("cannot preload " + BytePaths.text(source) + ": "
							+ (Files.isDirectory(source) ? "it is a directory" : Files.exists(source) ? "permission denied" : "no such file"));
				}
				preloads.add(new Preload(source, below(BytePaths.of(file.strip()))));
			} catch (InvalidPathException e) {
				throw new IOException("cannot preload " + file + ": not a valid file name", e);
			}
		}
		return preloads;
	}

	/** Returns the name without its root and without steps to parents, so that nothing is written outside of the session directory. */
	private static Path below(Path file) {
		Path name = (file.isAbsolute() ? file.getRoot().relativize(file) : file).normalize();
		int first = 0;
		while (first < name.getNameCount() - 1 && name.getName(first).toString().equals("..")) {
			first++;
		}
		return name.subpath(first, name.getNameCount());
	}
}
