// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.process.internal.elf.ElfFile;
import org.pmix4j.process.internal.elf.LibraryText;
import org.pmix4j.process.internal.elf.LibraryVersion;

/**
 * The parallel library that a program is linked with, read from its file and from those of its shared libraries without running anything.
 * A library that a program loads while it runs, as interpreters do, and one that is linked statically cannot be seen. Immutable.
 *
 * @param family  of the library
 * @param name    of the shared library, such as {@code libmpi.so.40}; of a script the interpreter; empty if there is none
 * @param library the file of the shared library; empty if there is none, or the dynamic linker would not find it
 * @see "System V ABI, chapter Dynamic Linking; ld.so(8)"
 */
public record MpiLinkage(Family family, String name, Optional<Path> library) {
	/** The families of libraries, by the protocol with which their ranks find each other. */
	public enum Family {
		/** Open MPI, which speaks PMIx. */
		OPEN_MPI,
		/** The OpenSHMEM of Open MPI, which speaks PMIx. */
		OPEN_SHMEM,
		/** MPICH, or a library made from it, such as MVAPICH, Intel MPI and Cray MPICH, which speaks PMI. */
		MPICH,
		/** A client library of PMI itself: libpmi2 of Slurm, or libpmi or libpmi2 of another launcher. */
		PMI,
		/** The libpmi or libpmi2 of OpenPMIx up to release 3, which speaks PMIx. */
		PMI_OF_OPENPMIX,
		/** Slurm's libpmi, which speaks Slurm's own protocol to srun. */
		PMI_OF_SRUN,
		/** No such library is linked: a program that is not parallel, or that loads its library while it runs. */
		NONE,
		/** A script, whose interpreter loads what the script asks for. */
		SCRIPT,
		/** A file that is not a program of this kind of machine, or cannot be read. */
		UNKNOWN
	}

	/**
	 * Reads a program and its libraries, as the dynamic linker would find them. Reads at most 256 files, of each the headers and the dynamic
	 * section. Blocks on the file system.
	 *
	 * @param program     a file
	 * @param environment of the ranks; {@code LD_LIBRARY_PATH} counts
	 * @return the outcome; {@link Family#UNKNOWN} if the file cannot be read
	 */
	public static MpiLinkage of(Path program, Map<String, String> environment) {
		try {
			Optional<String> interpreter = ElfFile.interpreterOfScript(program);
			if (interpreter.isPresent()) {
				return new MpiLinkage(Family.SCRIPT, interpreter.get(), Optional.empty());
			}
			return MpiSearch.of(program, environment);
		} catch (IOException e) {
			return without(Family.UNKNOWN);
		}
	}

	/** Returns the linkage of a file without such a library. */
	static MpiLinkage without(Family family) {
		return new MpiLinkage(family, "", Optional.empty());
	}

	/** {@return whether the program is linked with a library by which ranks find each other} */
	public boolean isParallel() {
		return usesPmix() || usesPmi() || family == Family.PMI_OF_SRUN;
	}

	/** {@return whether the ranks of the program find each other over PMIx} */
	public boolean usesPmix() {
		return family == Family.OPEN_MPI || family == Family.OPEN_SHMEM || family == Family.PMI_OF_OPENPMIX;
	}

	/** {@return whether the ranks of the program find each other over PMI} */
	public boolean usesPmi() {
		return family == Family.MPICH || family == Family.PMI;
	}

	/**
	 * Looks for a text in the file of the library, such as the name of a variable that it reads. Reads up to 64 MiB.
	 *
	 * @param text of ASCII characters
	 * @return whether the file can be read and has it
	 */
	public boolean mentions(String text) {
		return library.isPresent() && LibraryText.has(library.get(), text);
	}

	/**
	 * Looks for the release in the file of the library. Reads up to 64 MiB.
	 *
	 * @return a text such as {@code 4.1.4}; empty if the file cannot be read or has none
	 */
	public Optional<String> version() {
		return library.flatMap(LibraryVersion::of);
	}
}
