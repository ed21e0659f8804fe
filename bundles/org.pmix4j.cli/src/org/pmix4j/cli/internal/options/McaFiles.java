// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.McaParameters;

/**
 * Reads the parameters that the files of a system and its users give the runtimes of mpirun and prterun. They are treated like variables
 * that set the same parameters, but count less. The libraries of ranks read these files themselves. One thread.
 *
 * @see "Open MPI 4.1.4, ompi_info --param mca base: mca_base_param_files; PRRTE 3.0.8, prte_info; OpenPMIx 5.0.7, pmix_info"
 */
public final class McaFiles {
	private static final String FILES = "mca_base_param_files";
	/** The deprecated name of {@link #FILES}. */
	private static final String OLD_FILES = "mca_param_files";
	private static final String NONE = "none";
	private static final String IGNORED = "; it is ignored";
	private static final String OVERRIDE = "openmpi-mca-params-override.conf";
	/** Installations put their files there or into {@link #DEBIAN}, and those with a prefix in its folder etc. */
	private static final String SYSTEM = "etc";
	private static final String DEBIAN = "etc/openmpi";

	private final Path root;
	private final Map<String, String> environment;
	private final EnvironmentEdits given;
	private final McaDefaults defaults;
	private final Collection<String> notes;
	private final Map<String, Found> found = new LinkedHashMap<>();

	/** A parameter, and what the names of the variables begin with that set parameters of the same library. */
	private record Found(ParameterFile.Parameter parameter, String variables) {
	}

	/**
	 * @param root        the directory that has etc
	 * @param environment the variables of the launcher
	 * @param given       changes to the environment of ranks that the command line requests
	 * @param defaults    receives the parameters
	 * @param notes       receives lines that name what cannot be read or has no effect
	 */
	public McaFiles(Path root, Map<String, String> environment, EnvironmentEdits given, McaDefaults defaults, Collection<String> notes) {
		this.root = root;
		this.environment = environment;
		this.given = given;
		this.defaults = defaults;
		this.notes = notes;
	}

	/**
	 * Reads all files that exist, those with precedence last: system before user, PRRTE's after those of the C library and Open MPI.
	 *
	 * @throws IllegalArgumentException if a value is not allowed; the message names the file and the line
	 */
	public void read() {
		String variable = environment.getOrDefault("HOME", "");
		String home = variable.isEmpty() ? System.getProperty("user.home", "") : variable;
		readAll(McaParameters.OPEN_MPI, List.of("OPAL_PREFIX", "OMPIHOME"), "openmpi-mca-params.conf", home + "/.openmpi/mca-params.conf");
		readAll(McaParameters.PMIX, List.of("PMIX_PREFIX"), "pmix-mca-params.conf", home + "/.pmix/mca-params.conf");
		readAll(McaParameters.PRTE, List.of("PRTE_PREFIX"), "prte-mca-params.conf", home + "/.prte/mca-params.conf");
		apply(false);
	}

	/** Reads the file whose parameters users of Open MPI cannot change, after the variables. Here, the command line can. */
	public void readOverride() {
		for (String file : ofSystem(List.of("OPAL_PREFIX", "OMPIHOME"), OVERRIDE)) {
			if (readFile(file, McaParameters.OPEN_MPI, false)) {
				notes.add("file " + file + " takes precedence over variables and other files, but, unlike under mpirun, not over options");
			}
		}
		apply(true);
	}

	private void readAll(String variables, List<String> prefixes, String ofSystem, String ofUser) {
		String named = given(variables + FILES);
		if (named.isEmpty()) {
			named = given(variables + OLD_FILES);
		}
		if (named.isEmpty()) {
			named = firstSet(List.of(variables + FILES, variables + OLD_FILES));
		}
		if (named.isEmpty()) {
			for (String each : ofSystem(prefixes, ofSystem)) {
				readFile(each, variables, false);
			}
			readFile(ofUser, variables, false);
		} else if (!named.equals(NONE)) {
			readNamed(named, variables);
		}
	}

	private void readNamed(String named, String variables) {
		List<String> files = new ArrayList<>(Arrays.asList(named.split(",")));
		Collections.reverse(files);
		for (String each : files) {
			String file = McaDefaults.withHome(each.strip());
			if (!file.isEmpty() && !readFile(file, variables, true)) {
				notes.add("file " + file + " of parameter " + FILES + " does not exist");
			}
		}
	}

	/** Returns the value that the command line gives a variable of ranks, or an empty text. */
	private String given(String variable) {
		String value = "";
		for (EnvironmentEdits.Edit each : given.edits()) {
			if (each.kind() == EnvironmentEdits.Kind.SET && each.variable().name().equals(variable)) {
				value = each.variable().value();
			}
		}
		return value;
	}

	/** Returns the value of the first of these variables that has one, or an empty text. */
	private String firstSet(List<String> variables) {
		for (String each : variables) {
			String value = environment.getOrDefault(each, "");
			if (!value.isBlank()) {
				return value;
			}
		}
		return "";
	}

	private List<String> ofSystem(List<String> prefixes, String file) {
		String prefix = firstSet(prefixes);
		if (!prefix.isEmpty()) {
			return List.of(prefix + "/etc/" + file);
		}
		return List.of(root.resolve(SYSTEM).resolve(file).toString(), root.resolve(DEBIAN).resolve(file).toString());
	}

	/** Reads a file, and returns whether it exists. Only a file that the user has named may be a pipe, as others may have no writer. */
	private boolean readFile(String name, String variables, boolean isNamed) {
		File file = new File(name);
		if (!file.exists()) {
			return false;
		}
		if (!isNamed && !file.isFile()) {
			notes.add("file " + name + " is ignored, as it is not a regular file");
			return true;
		}
		List<String> lines = List.of();
		try {
			lines = OptionFile.lines(name, "file " + name);
		} catch (IllegalArgumentException e) {
			notes.add(e.getMessage() + IGNORED);
		}
		for (ParameterFile.Entry entry : ParameterFile.entries(lines, "file " + name)) {
			// a switch would link a method at the start of each job
			if (entry instanceof ParameterFile.Parameter parameter) {
				found.remove(parameter.key());
				// PRRTE reads its parameters in the files of the C library, too
				found.put(parameter.key(), new Found(parameter, variables.equals(McaParameters.PMIX) ? McaParameters.OPEN_MPI : variables));
			} else if (entry instanceof ParameterFile.Variables edits) {
				defaults.put(edits.edits());
			} else if (entry instanceof ParameterFile.Problem problem) {
				notes.add(problem.text() + IGNORED);
			}
		}
		return true;
	}

	/** Treats the parameters that were found, except for those that a variable sets, even to nothing, like variables. */
	private void apply(boolean countsMore) {
		List<String> unread = new ArrayList<>();
		for (Found each : found.values()) {
			String key = each.parameter().key();
			if (countsMore || !environment.containsKey(McaParameters.OPEN_MPI + key) && !environment.containsKey(McaParameters.PRTE + key)) {
				apply(each.parameter(), each.variables(), unread);
			}
		}
		found.clear();
		if (!unread.isEmpty() && !McaVariables.isRank(environment)) {
			notes.add("these parameters have no effect, as they belong to the runtime of mpirun and prterun, which this launcher does not"
					+ " use: " + String.join(", ", unread));
		}
	}

	private void apply(ParameterFile.Parameter parameter, String variables, List<String> unread) {
		String key = parameter.key();
		String value = parameter.value();
		try {
			if (parameter.isOfPmix()) {
				defaults.put(McaParameters.ofPmix(key, value));
			} else if (McaParameters.isWithoutEffect(variables + key, value)) {
				unread.add(key + " (" + parameter.place() + ")");
			} else if (!defaults.read(parameter.place(), key, value) && McaParameters.isOfHost(key)) {
				defaults.put(McaParameters.generic(key, value));
			}
		} catch (IllegalArgumentException e) {
			String place = parameter.place();
			throw e.getMessage().startsWith(place) ? e : new IllegalArgumentException(place + ": " + e.getMessage(), e);
		}
	}
}
