// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.model.PmixException;
import org.pmix4j.prrte.Dvm;
import org.pmix4j.prrte.DvmOptions;

/** An engine for the jobs of one test, with a directory that all its ranks see. Owned by the run of the test, which closes it. */
public final class TestPlace implements AutoCloseable {
	/** The system property with the engine of tests that name none. */
	public static final String ENGINE = "pmix4j.engine";
	/** The system property with the nodes of tests that name none. */
	public static final String HOSTS = "pmix4j.hosts";

	private static final String LOCAL = "local";
	private static final String PRRTE = "prrte";
	private static final Duration START_LIMIT = Duration.ofSeconds(60);

	private final JobEngine engine;
	private final Path directory;
	private final boolean removesDirectory;

	private TestPlace(JobEngine engine, Path directory, boolean removesDirectory) {
		this.engine = engine;
		this.directory = directory;
		this.removesDirectory = removesDirectory;
	}

	/**
	 * Starts the engine of a test.
	 *
	 * @param named {@code local} or {@code prrte}; if it is empty, the system property {@value #ENGINE}, or else {@code local}
	 * @param hosts the nodes of PRRTE, as its option --host takes them; if they are empty, the system property {@value #HOSTS}, or else those
	 *              of an allocation, or this machine
	 * @return the engine
	 * @throws IOException              if it cannot be started
	 * @throws PmixException            if its server cannot be started; the message says why
	 * @throws IllegalArgumentException if there is no such engine, or it takes no hosts
	 */
	public static TestPlace open(String named, String hosts) throws IOException, PmixException {
		String name = named.isEmpty() ? System.getProperty(ENGINE, LOCAL) : named;
		if (name.equals(LOCAL)) {
			if (!hosts.isEmpty()) {
				throw new IllegalArgumentException("the engine local runs on this machine and takes no hosts, but '" + hosts + "' are named");
			}
			LocalHost host = LocalHost.start(HostOptions.defaults());
			return new TestPlace(host, host.directory(), false);
		}
		if (!name.equals(PRRTE)) {
			throw new IllegalArgumentException("the engine of a test, and the system property " + ENGINE + ", must be local or prrte, not '" + name
					+ "'");
		}
		String nodes = hosts.isEmpty() ? System.getProperty(HOSTS, "") : hosts;
		Dvm dvm = Dvm.begin(new DvmOptions(nodes, "", System.getenv(), START_LIMIT));
		JobEngine engine = dvm.following(JobListener.NONE);
		try {
			// nodes share the directory of a build rather than that of temporary files
			return new TestPlace(engine, Files.createTempDirectory(Path.of("").toAbsolutePath(), ".pmix4j-ranks-"), true);
		} catch (IOException | RuntimeException e) {
			engine.close();
			throw e;
		}
	}

	JobEngine engine() {
		return engine;
	}

	Path directory() {
		return directory;
	}

	/** Ends the engine with its jobs, and removes the directory. */
	@Override
	public void close() {
		engine.close();
		if (removesDirectory) {
			try (Stream<Path> files = Files.walk(directory)) {
				List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
				for (Path file : all) {
					Files.delete(file);
				}
			} catch (IOException e) {
				throw new UncheckedIOException("the directory " + directory + " of a test cannot be removed", e);
			}
		}
	}
}
