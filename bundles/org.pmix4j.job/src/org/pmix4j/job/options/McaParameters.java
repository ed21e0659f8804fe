// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.pmix4j.job.options.McaTable.Kind;
import org.pmix4j.job.options.McaTable.Row;

/**
 * Turns parameters of the Modular Component Architecture into options of this launcher, or into the variables by which the libraries of
 * ranks read them. Stateless.
 *
 * @see "PRRTE 3.0.8, prterun --help mca; Open MPI 4.1, mpirun(1), --mca"
 */
public final class McaParameters {
	/** The prefix of variables that set parameters of Open MPI and its runtime. */
	public static final String OPEN_MPI = "OMPI_MCA_";
	/** The prefix of variables that set parameters of the C library. */
	public static final String PMIX = "PMIX_MCA_";
	/** The prefix of variables that set parameters of PRRTE. */
	public static final String PRTE = "PRTE_MCA_";

	private McaParameters() {
	}

	/**
	 * {@return the words of this launcher that a parameter stands for, none if its value turns nothing on; empty if it stands for none}
	 *
	 * @param key   a parameter
	 * @param value its value
	 * @throws IllegalArgumentException if the parameter cannot have that value
	 */
	public static Optional<List<String>> words(String key, String value) {
		Row row = McaTable.row(key);
		return switch (row.kind()) {
			case VALUE -> Optional.of(split(row.text() + value));
			case SWITCH -> Optional.of(isOn(key, value) ? split(row.text()) : List.of());
			case SAME -> {
				if (!isSame(row, value)) {
					throw new IllegalArgumentException(refusal(key + " cannot be '" + value + "', as it", row));
				}
				yield Optional.of(List.of());
			}
			default -> Optional.empty();
		};
	}

	/**
	 * {@return the option that a parameter stands for, the same for each of its names; empty if it stands for none}
	 *
	 * @param key a parameter
	 */
	public static Optional<String> option(String key) {
		Row row = McaTable.row(key);
		return row.kind() == Kind.VALUE || row.kind() == Kind.SWITCH ? Optional.of(row.text()) : Optional.empty();
	}

	/**
	 * {@return whether a parameter belongs to the runtime, but acts in the environment of its ranks}
	 *
	 * @param key a parameter
	 */
	public static boolean isOfHost(String key) {
		Kind kind = McaTable.row(key).kind();
		return kind == Kind.KILL_TIMEOUT || kind == Kind.VARIABLES;
	}

	private static boolean isSame(Row row, String value) {
		return Arrays.asList(row.text().split(" ")).contains(value.toLowerCase(Locale.ROOT));
	}

	private static List<String> split(String words) {
		return List.of(words.split(" ", 2));
	}

	private static boolean isOn(String key, String value) {
		return OptionType.FLAG.parse(value).orElseThrow(() -> new IllegalArgumentException(
				"parameter " + key + " must be " + OptionType.FLAG.wanted() + ", not '" + value + "'"));
	}

	private static String refusal(String key, Row row) {
		return "parameter " + key + " belongs to the runtime of mpirun and prterun, which this launcher does not use" + row.hint()
				+ "; see the options of 'pmix4j run --help all'";
	}

	/**
	 * {@return the parameters with an effect that are known by name, and the frameworks of the program, in the order of the alphabet}
	 *
	 * @param variables what the names of the variables begin with that set them: {@link #OPEN_MPI}, {@link #PMIX} or {@link #PRTE}
	 */
	public static List<String> names(String variables) {
		EnumSet<Kind> ofRuntime = EnumSet.of(Kind.VALUE, Kind.SWITCH, Kind.SAME, Kind.KILL_TIMEOUT);
		return McaTable.names(switch (variables) {
			case PMIX -> EnumSet.of(Kind.PMIX, Kind.PROGRAM_AND_PMIX);
			case PRTE -> ofRuntime;
			default -> EnumSet.complementOf(EnumSet.of(Kind.REFUSED));
		});
	}

	/**
	 * {@return whether a variable that sets a parameter has no effect, neither here nor in the ranks; an empty one sets nothing}
	 *
	 * @param variable its name, with the beginning
	 * @param value    its value
	 */
	public static boolean isWithoutEffect(String variable, String value) {
		String key = variable.substring(OPEN_MPI.length());
		Row row = McaTable.row(key);
		return !value.isEmpty() && switch (row.kind()) {
			case REFUSED -> true;
			case SAME -> !isSame(row, value);
			case PROGRAM, PMIX -> variable.startsWith(PRTE);
			case VALUE, SWITCH -> variable.startsWith(PMIX);
			default -> false;
		};
	}

	/**
	 * {@return the changes that set it for the ranks}
	 *
	 * @param key   a parameter of any library
	 * @param value its value
	 * @throws IllegalArgumentException if it is a parameter of another launcher's runtime, or the key is not a name
	 */
	public static EnvironmentEdits generic(String key, String value) {
		requireName(key);
		Row row = McaTable.row(key);
		return switch (row.kind()) {
			case PROGRAM -> EnvironmentEdits.NONE.plusSet(OPEN_MPI + key, value);
			case PMIX -> EnvironmentEdits.NONE.plusSet(PMIX + key, value);
			case PROGRAM_AND_PMIX -> EnvironmentEdits.NONE.plusSet(OPEN_MPI + key, value).plusSet(PMIX + key, value);
			case KILL_TIMEOUT -> {
				KillTimeout.require(value);
				yield EnvironmentEdits.NONE.plusSet(OPEN_MPI + key, value);
			}
			case VARIABLES -> variables(key, value);
			case VALUE, SWITCH, SAME, REFUSED -> throw new IllegalArgumentException(refusal(key, row));
		};
	}

	private static EnvironmentEdits variables(String key, String value) {
		List<EnvironmentEdits.Edit> edits = new ArrayList<>();
		for (String variable : value.split(";")) {
			edits.addAll(OptionType.EDITS.parse(variable).orElseThrow(() -> new IllegalArgumentException("parameter " + key
					+ " must be a list of " + OptionType.EDITS.wanted() + ", separated by ';', not '" + variable + "'")).edits());
		}
		return new EnvironmentEdits(edits);
	}

	/**
	 * {@return the changes that set it for the ranks}
	 *
	 * @param key   a parameter of the C library
	 * @param value its value
	 * @throws IllegalArgumentException if the key is not a name, or is a parameter of another launcher's runtime
	 */
	public static EnvironmentEdits ofPmix(String key, String value) {
		requireName(key);
		Kind kind = McaTable.row(key).kind();
		if (kind != Kind.PROGRAM && kind != Kind.PMIX && kind != Kind.PROGRAM_AND_PMIX) {
			throw new IllegalArgumentException("parameter " + key + " does not belong to the PMIx library but to the runtime of mpirun and"
					+ " prterun; write it behind --mca, or see the options of 'pmix4j run --help all'");
		}
		return EnvironmentEdits.NONE.plusSet(PMIX + key, value);
	}

	/**
	 * {@return the changes that set it for the ranks}
	 *
	 * @param key   a parameter of PRRTE
	 * @param value its value
	 * @throws IllegalArgumentException if this launcher does not act on it
	 */
	public static EnvironmentEdits ofPrte(String key, String value) {
		requireName(key);
		if (!key.equals(KillTimeout.PARAMETER)) {
			throw new IllegalArgumentException("parameter " + key + " belongs to PRRTE, which this launcher does not use; of those that no"
					+ " option stands for, it only acts on " + KillTimeout.PARAMETER);
		}
		KillTimeout.require(value);
		return EnvironmentEdits.NONE.plusSet(PRTE + key, value);
	}

	/** Refuses what cannot be a part of the name of a variable. */
	private static void requireName(String key) {
		if (key.isBlank() || key.indexOf('=') >= 0) {
			throw new IllegalArgumentException("the name of a parameter must not be empty or contain '=', as '" + key
					+ "'; write KEY VALUE, not KEY=VALUE");
		}
	}
}
