// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.process.MpiLinkage;
import org.pmix4j.process.ProgramSearch;

/** What a program is linked with, and whether its ranks find each other under this launcher. Stateless; blocks on the file system. */
public final class ProgramReport {
	private static final String LATER = "unknown: a library that is linked statically, or that a program loads while it runs, cannot be seen";
	private static final String PYTHON = "python";
	private static final String MPI4PY = "; for mpi4py name the file that this prints: python3 -c 'import mpi4py.MPI as m; print(m.__file__)'";
	/** Releases of Open MPI before 3.0 have a PMIx before 2.1, or none. */
	private static final Pattern OLD = Pattern.compile("libmpi\\.so\\.(\\d+).*");
	private static final int FIRST_WITH_PMIX = 40;

	private ProgramReport() {
	}

	/**
	 * @param program     a path, or a name as on the command line of {@code run}; libraries are also allowed
	 * @param directory   the working directory
	 * @param environment of the ranks
	 * @return a line each, as {@code name: value}; empty if there is no such file
	 */
	public static List<String> lines(String program, Path directory, Map<String, String> environment) {
		Optional<Path> file = ProgramSearch.of(program, directory, environment).file().filter(Files::isRegularFile);
		if (file.isEmpty()) {
			return List.of();
		}
		MpiLinkage linkage = MpiLinkage.of(file.get(), environment);
		boolean isPython = linkage.name().contains(PYTHON) || String.valueOf(file.get().getFileName()).startsWith(PYTHON);
		List<String> lines = new ArrayList<>();
		lines.add("program: " + file.get().normalize());
		lines.add("linked with: " + linked(linkage));
		lines.add("ranks find each other: " + together(linkage) + (isPython ? MPI4PY : ""));
		return lines;
	}

	private static String linked(MpiLinkage linkage) {
		return switch (linkage.family()) {
			case OPEN_MPI -> library("Open MPI", linkage);
			case OPEN_SHMEM -> library("OpenSHMEM of Open MPI", linkage);
			case MPICH -> library("MPICH, or a library made from it", linkage);
			case PMI -> base(linkage) + ", a client library of PMI" + place(linkage);
			case PMI_OF_OPENPMIX -> base(linkage) + " of OpenPMIx" + place(linkage);
			case PMI_OF_SRUN -> base(linkage) + " of Slurm" + place(linkage);
			case NONE -> "no shared MPI or OpenSHMEM library";
			case SCRIPT -> "unknown, as it is a script of " + (linkage.name().isEmpty() ? "/bin/sh" : linkage.name());
			case UNKNOWN -> "unknown, as it cannot be read or is not an ELF file";
		};
	}

	/** Returns the name of the library without its number, such as libpmi2. */
	private static String base(MpiLinkage linkage) {
		return linkage.name().substring(0, linkage.name().indexOf(".so"));
	}

	private static String library(String name, MpiLinkage linkage) {
		String release = linkage.version().map(version -> " " + version).orElse("");
		return (release.isEmpty() ? name : name.replace(", or a library made from it", "")) + release + place(linkage);
	}

	private static String place(MpiLinkage linkage) {
		return " (" + linkage.library().map(Path::toString).orElse(linkage.name() + ", which is not found") + ")";
	}

	private static String together(MpiLinkage linkage) {
		if (linkage.isParallel() && linkage.library().isEmpty()) {
			return "no: the program does not start without " + linkage.name() + "; name its folder in LD_LIBRARY_PATH";
		}
		if (linkage.family() == MpiLinkage.Family.PMI) {
			return overPmi(linkage);
		}
		if (linkage.usesPmi()) {
			return "yes, over PMI (--mpi auto, pmi1 or pmi2)";
		}
		if (linkage.family() == MpiLinkage.Family.PMI_OF_SRUN) {
			return "no: this library speaks to srun alone; use --engine slurm:srun --mpi none, or link the program with Slurm's libpmi2";
		}
		if (!linkage.usesPmix()) {
			return LATER;
		}
		Matcher number = OLD.matcher(linkage.name());
		return number.matches() && Integer.parseInt(number.group(1)) < FIRST_WITH_PMIX
				? "no: this release of Open MPI is older than 3.0 and does not speak PMIx 2.1 or newer; use its own mpirun"
				: "yes, over PMIx (--mpi auto or pmix)";
	}

	/** Client libraries of PMI differ in the variables that they read; --mpi auto sets PMI_PORT, the others PMI_FD, too. */
	private static String overPmi(MpiLinkage linkage) {
		String version = linkage.name().startsWith("libpmi2") ? "pmi2" : "pmi1";
		if (linkage.mentions("PMI_PORT")) {
			return "yes, over PMI (--mpi auto or " + version + ")";
		}
		return linkage.mentions("PMI_FD") ? "yes, over PMI with --mpi " + version + ", as this library reads PMI_FD alone"
				: "no: this library reads neither PMI_PORT nor PMI_FD, so it was made for its own launcher, such as Cray's; use that one";
	}
}
