// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.process.MpiLinkage;
import org.pmix4j.process.MpiLinkage.Family;
import org.pmix4j.testkit.Peers;

class MpiLinkageTest {
	@TempDir
	private Path folder;

	private MpiLinkage linkage(ElfImage program) throws IOException {
		return MpiLinkage.of(program.write(folder.resolve("program")), Map.of());
	}

	@Test
	void of_programsOfTheCompilers_namesFamilyLibraryAndRelease() {
		MpiLinkage mpich = MpiLinkage.of(Peers.mpich("mpi_hello"), Map.of());
		MpiLinkage openMpi = MpiLinkage.of(Peers.c("mpi_hello"), Map.of());
		MpiLinkage shmem = MpiLinkage.of(Peers.c("shmem_ring"), Map.of());
		MpiLinkage pmix = MpiLinkage.of(Peers.c("pmix_abort"), Map.of());

		assertThat(mpich.family()).isEqualTo(Family.MPICH);
		assertThat(mpich.library().orElseThrow()).isRegularFile();
		assertThat(mpich.version().orElseThrow()).matches("4\\.\\d+\\.\\d+");
		assertThat(openMpi.family()).isEqualTo(Family.OPEN_MPI);
		assertThat(openMpi.version().orElseThrow()).matches("4\\.1\\.\\d+");
		assertThat(shmem.family()).isEqualTo(Family.OPEN_SHMEM);
		assertThat(shmem.version()).isEqualTo(openMpi.version());
		assertThat(pmix.family()).isEqualTo(Family.NONE);
	}

	@ParameterizedTest
	@CsvSource({ "libmpich.so.12,MPICH", "libmpichfort.so.12,MPICH", "libmpi.so.12,MPICH", "libmpi_cray.so.12,MPICH", "libmpi.so.20,OPEN_MPI",
			"libmpi.so.40,OPEN_MPI", "libmpi.so.80.0.1,OPEN_MPI", "liboshmem.so.40,OPEN_SHMEM", "libmpi.so.x,MPICH", "libmpiwrapper.so,NONE",
			"libfoo.so,NONE", "libpmi2.so.0,PMI", "libpmi.so.0,PMI", "libpmix.so.2,NONE", "libpmi2wrapper.so,NONE" })
	void of_nameOfTheLibrary_givesItsFamily(String library, Family family) throws IOException {
		MpiLinkage found = linkage(ElfImage.common().needs("libc.so.6").needs(library));

		assertThat(found.family()).isEqualTo(family);
	}

	/** All launchers name their client libraries of PMI alike. */
	@ParameterizedTest
	@CsvSource({ "libpmi2.so.0,libc.so.6,PMI,false,true", "libpmi.so.0,libslurm_pmi.so,PMI_OF_SRUN,false,false",
			"libpmi2.so.0,libslurmfull.so,PMI_OF_SRUN,false,false", "libpmi.so.1,libpmix.so.2,PMI_OF_OPENPMIX,true,false" })
	void of_clientLibraryOfPmi_isKnownByWhatItNeeds(String library, String needed, Family family, boolean usesPmix, boolean usesPmi)
			throws IOException {
		ElfImage.common().needs(needed).write(folder.resolve(library));

		MpiLinkage found = linkage(ElfImage.common().runpath("$ORIGIN").needs(library));

		assertThat(found).isEqualTo(new MpiLinkage(family, library, Optional.of(folder.resolve(library))));
		assertThat(found.isParallel()).isTrue();
		assertThat(found.usesPmix()).isEqualTo(usesPmix);
		assertThat(found.usesPmi()).isEqualTo(usesPmi);
	}

	/** MPICH and Open MPI can be built with a client library of PMI, with which linkers then link programs, too. */
	@ParameterizedTest
	@CsvSource({ "libpmi2.so.0,libmpich.so.12,MPICH", "libmpich.so.12,libpmi2.so.0,MPICH", "libpmi.so.0,libmpi.so.40,OPEN_MPI" })
	void of_mpiBesidePmi_isTheMpi(String first, String second, Family family) throws IOException {
		assertThat(linkage(ElfImage.common().needs(first).needs(second)).family()).isEqualTo(family);
	}

	/** A text is found wherever it is, also across the pieces in which the file is read. */
	@Test
	void mentions_text_isFoundInTheWholeFile() throws IOException {
		int piece = 1 << 16;
		for (int place : new int[] { 0, piece - 1, piece - 8, piece, 2 * piece - 3, 3 * piece - 8 }) {
			byte[] bytes = new byte[3 * piece];
			System.arraycopy("PMI_PORT".getBytes(), 0, bytes, place, 8);
			MpiLinkage linkage = new MpiLinkage(Family.PMI, "libpmi.so.0", Optional.of(Files.write(folder.resolve("library"), bytes)));

			assertThat(linkage.mentions("PMI_PORT")).as("at " + place).isTrue();
			assertThat(linkage.mentions("PMI_FD")).isFalse();
		}
		assertThat(new MpiLinkage(Family.PMI, "libpmi.so.0", Optional.empty()).mentions("PMI_PORT")).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "true,LITTLE_ENDIAN", "false,LITTLE_ENDIAN", "true,BIG_ENDIAN", "false,BIG_ENDIAN" })
	void of_anyMachine_isRead(boolean wide, String order) throws IOException {
		ElfImage program = new ElfImage(wide, order.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);

		assertThat(linkage(program.needs("libmpi.so.40")).family()).isEqualTo(Family.OPEN_MPI);
	}

	@ParameterizedTest
	@ValueSource(strings = { "runpath", "rpath", "environment" })
	void of_libraryOfALibrary_isFoundAsByTheDynamicLinker(String way) throws IOException {
		Path libraries = Files.createDirectory(folder.resolve("lib"));
		ElfImage.common().needs("libmpich.so.12").write(libraries.resolve("libsolver.so"));
		Path mpich = ElfImage.common().write(libraries.resolve("libmpich.so.12"));
		ElfImage program = ElfImage.common().needs("libsolver.so");
		// a runpath holds for the file that has it, the others also for the libraries of its libraries
		ElfImage linked = way.equals("rpath") ? program.rpath("$ORIGIN/lib") : way.equals("runpath") ? program.runpath("${ORIGIN}/lib") : program;

		MpiLinkage found = MpiLinkage.of(linked.write(folder.resolve("program")),
				way.equals("environment") ? Map.of("LD_LIBRARY_PATH", "/nowhere:" + libraries) : Map.of());

		boolean isKnown = !way.equals("runpath");
		assertThat(found.family()).isEqualTo(Family.MPICH);
		assertThat(found.library()).isEqualTo(isKnown ? Optional.of(mpich) : found.library().filter(file -> !file.equals(mpich)));
	}

	/** Open MPI up to 1.10 has the number of MPICH's binary interface. */
	@Test
	void of_oldOpenMpi_isKnownByItsLibraries() throws IOException {
		ElfImage.common().needs("libopen-rte.so.12").write(folder.resolve("libmpi.so.12"));

		assertThat(linkage(ElfImage.common().runpath("$ORIGIN").needs("libmpi.so.12")).family()).isEqualTo(Family.OPEN_MPI);
	}

	@Test
	void of_libraryOfAnotherMachine_isPassedOver() throws IOException {
		new ElfImage(false, ByteOrder.LITTLE_ENDIAN).needs("libmpich.so.12").write(folder.resolve("libsolver.so"));

		assertThat(linkage(ElfImage.common().runpath("$ORIGIN").needs("libsolver.so")).family()).isEqualTo(Family.NONE);
	}

	@Test
	void of_librariesThatNeedEachOther_ends() throws IOException {
		ElfImage.common().runpath("$ORIGIN").needs("libb.so").write(folder.resolve("liba.so"));
		ElfImage.common().runpath("$ORIGIN").needs("liba.so").write(folder.resolve("libb.so"));

		assertThat(linkage(ElfImage.common().runpath("$ORIGIN").needs("liba.so")).family()).isEqualTo(Family.NONE);
	}

	@Test
	void of_otherFiles_areNamed() throws Exception {
		Path script = Files.writeString(folder.resolve("script"), "#! /usr/bin/env python3\nimport mpi4py\n");
		Path text = Files.writeString(folder.resolve("text"), "MPI");
		Path pipe = folder.resolve("pipe");
		assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

		assertThat(MpiLinkage.of(script, Map.of())).isEqualTo(new MpiLinkage(Family.SCRIPT, "/usr/bin/env python3", Optional.empty()));
		for (Path file : new Path[] { text, pipe, folder, folder.resolve("missing") }) {
			assertThat(MpiLinkage.of(file, Map.of()).family()).as(file.toString()).isEqualTo(Family.UNKNOWN);
		}
	}

	/** Each length, and many changes of bytes; the seed is fixed, so that a failure repeats. */
	@Test
	void of_damagedFile_neverFails() throws IOException {
		byte[] whole = ElfImage.common().runpath("$ORIGIN").needs("libmpi.so.40").needs("libc.so.6").bytes();
		Path file = folder.resolve("program");
		Random random = new Random(7);
		for (int i = 0; i < 2 * whole.length; i++) {
			byte[] damaged = i < whole.length ? Arrays.copyOf(whole, i) : whole.clone();
			for (int change = 0; i >= whole.length && change < 4; change++) {
				damaged[4 + random.nextInt(whole.length - 4)] = (byte) random.nextInt();
			}
			Files.write(file, damaged);

			assertThat(MpiLinkage.of(file, Map.of())).isNotNull();
		}
	}

	@Test
	void version_isTheFirstTextLikeARelease() throws IOException {
		byte[] bytes = "9.9.9\0v1\0001.2\0 4.0.2\0003.1.4-dev\00010.20.30.4\000v5.0.0rc1\0004.4.4\0".getBytes();
		Path library = Files.write(folder.resolve("libmpi.so.40"), bytes);

		assertThat(new MpiLinkage(Family.OPEN_MPI, "libmpi.so.40", Optional.of(library)).version()).contains("5.0.0rc1");
		assertThat(new MpiLinkage(Family.OPEN_MPI, "libmpi.so.40", Optional.of(Files.write(library, new byte[100]))).version()).isEmpty();
	}
}
