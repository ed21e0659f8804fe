// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

import org.pmix4j.process.MpiLinkage.Family;
import org.pmix4j.process.internal.elf.ElfFile;
import org.pmix4j.process.internal.elf.LibraryFolders;

/** Finds the parallel library among the shared libraries of a program, nearest first. Lives for one search. */
final class MpiSearch {
	/** The most libraries that are read. */
	private static final int MOST = 256;
	/** The library of both families: Open MPI counts from 20 on, the libraries with the binary interface of MPICH have 12. */
	private static final String MPI = "libmpi.so.";
	private static final int FIRST_OF_OPEN_MPI = 20;
	private static final List<String> MPICH = List.of("libmpich", "libpmpich", "libmpi_cray", "libmpi_gnu", "libmpi_intel", "libmpi_nvidia",
			"libmpi_amd");
	private static final String OPEN_SHMEM = "liboshmem.so";
	private static final List<String> PMI = List.of("libpmi.so", "libpmi2.so");
	private static final String OPENPMIX = "libpmix.so";
	private static final String SLURM = "libslurm";
	/** Libraries that each program has and that need no other ones than these. */
	private static final List<String> SYSTEM = List.of("libc.so", "libm.so", "ld-linux", "libpthread.so", "libdl.so", "librt.so",
			"libgcc_s.so", "libstdc++.so", "linux-vdso");
	/** What each libmpi of Open MPI needs, and none of MPICH. */
	private static final String BASE_OF_OPEN_MPI = "libopen-";

	private final LibraryFolders folders;
	private final Set<Path> seen = new HashSet<>();
	/** The files whose libraries are still to be looked at. */
	private final Queue<Found> files = new ArrayDeque<>();

	/** A file and its names. */
	private record Found(Path file, ElfFile elf) {
	}

	private MpiSearch(LibraryFolders folders) {
		this.folders = folders;
	}

	/**
	 * Searches the libraries of a program.
	 *
	 * @param program     a file that is not a script
	 * @param environment of the ranks
	 * @return the outcome
	 * @throws IOException if the program cannot be read
	 */
	static MpiLinkage of(Path program, Map<String, String> environment) throws IOException {
		Optional<ElfFile> elf = ElfFile.read(program);
		if (elf.isEmpty()) {
			return MpiLinkage.without(Family.UNKNOWN);
		}
		return new MpiSearch(new LibraryFolders(elf.get(), program, environment.getOrDefault("LD_LIBRARY_PATH", ""))).search(program, elf.get());
	}

	private MpiLinkage search(Path program, ElfFile first) {
		files.add(new Found(program, first));
		while (!files.isEmpty()) {
			Found next = files.remove();
			Optional<MpiLinkage> best = Optional.empty();
			for (String name : next.elf.needed()) {
				Optional<MpiLinkage> found = startsWith(name, SYSTEM) ? Optional.empty() : look(name, next);
				if (found.isPresent() && (best.isEmpty() || order(found.get()) > order(best.get()))) {
					best = found;
				}
			}
			if (best.isPresent()) {
				return best.get();
			}
		}
		return MpiLinkage.without(Family.NONE);
	}

	/** A program with OpenSHMEM is linked with its MPI, too, and one with MPI may be linked with the PMI below it. */
	private static int order(MpiLinkage linkage) {
		return switch (linkage.family()) {
			case OPEN_SHMEM -> 2;
			case OPEN_MPI, MPICH -> 1;
			case PMI, PMI_OF_OPENPMIX, PMI_OF_SRUN, NONE, SCRIPT, UNKNOWN -> 0;
		};
	}

	/** Returns the linkage if the library is a parallel one; else its own libraries are looked at later. */
	private Optional<MpiLinkage> look(String name, Found user) {
		Optional<Path> file = Optional.empty();
		Optional<ElfFile> elf = Optional.empty();
		for (Path candidate : folders.candidates(name, user.file, user.elf)) {
			elf = read(candidate);
			if (elf.isPresent() && elf.get().machine() == user.elf.machine()) {
				file = Optional.of(candidate);
				break;
			}
			elf = Optional.empty(); // the dynamic linker passes over libraries of another machine
		}
		Optional<Family> family = family(name, elf);
		if (family.isPresent()) {
			return Optional.of(new MpiLinkage(family.get(), name, file));
		}
		if (elf.isPresent() && seen.size() < MOST && seen.add(file.get())) {
			files.add(new Found(file.get(), elf.get()));
		}
		return Optional.empty();
	}

	private static Optional<ElfFile> read(Path file) {
		try {
			return Files.isRegularFile(file) ? ElfFile.read(file) : Optional.empty();
		} catch (IOException e) {
			// the dynamic linker would end with an error, or go on with the next folder
			return Optional.empty();
		}
	}

	private static Optional<Family> family(String name, Optional<ElfFile> elf) {
		if (name.startsWith(OPEN_SHMEM)) {
			return Optional.of(Family.OPEN_SHMEM);
		}
		if (startsWith(name, MPICH)) {
			return Optional.of(Family.MPICH);
		}
		if (startsWith(name, PMI)) {
			return Optional.of(pmi(elf));
		}
		if (!name.startsWith(MPI)) {
			return Optional.empty();
		}
		boolean openMpi = number(name.substring(MPI.length())) >= FIRST_OF_OPEN_MPI || needs(elf, BASE_OF_OPEN_MPI);
		return Optional.of(openMpi ? Family.OPEN_MPI : Family.MPICH);
	}

	/** The libraries of all launchers have the same names; what they need distinguishes them. */
	private static Family pmi(Optional<ElfFile> elf) {
		return needs(elf, OPENPMIX) ? Family.PMI_OF_OPENPMIX : needs(elf, SLURM) ? Family.PMI_OF_SRUN : Family.PMI;
	}

	/** Returns whether a library is there and needs one whose name begins so. */
	private static boolean needs(Optional<ElfFile> elf, String beginning) {
		if (elf.isPresent()) {
			for (String needed : elf.get().needed()) {
				if (needed.startsWith(beginning)) {
					return true;
				}
			}
		}
		return false;
	}

	/** Returns the number at the beginning of a text; 0 if there is none. */
	private static int number(String text) {
		int number = 0;
		for (int i = 0; i < text.length() && Character.isDigit(text.charAt(i)) && number < FIRST_OF_OPEN_MPI; i++) {
			number = number * 10 + Character.digit(text.charAt(i), 10);
		}
		return number;
	}

	private static boolean startsWith(String name, List<String> beginnings) {
		for (String beginning : beginnings) {
			if (name.startsWith(beginning)) {
				return true;
			}
		}
		return false;
	}
}
