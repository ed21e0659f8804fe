// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.usage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** A source of statistics. Reads files, so it may block. Used on any thread. */
public interface UsageSource {
	/**
	 * @param pid    the id of a process of this machine
	 * @param wanted the statistics
	 * @return the statistics with the time of the sample; empty if the process has ended or may not be read
	 * @throws PmixException NOT_SUPPORTED on other systems than Linux
	 */
	Optional<Infos> process(int pid, RequestedStats wanted) throws PmixException;

	/**
	 * @param wanted the statistics
	 * @return the statistics of this machine, with the time of the sample
	 * @throws PmixException NOT_SUPPORTED on other systems than Linux
	 */
	Infos node(RequestedStats wanted) throws PmixException;

	/**
	 * @param wanted the statistics and disks
	 * @return the statistics by the name of the disk, each with the time of the sample
	 * @throws PmixException NOT_SUPPORTED on other systems than Linux
	 */
	Map<String, Infos> disks(RequestedStats wanted) throws PmixException;

	/**
	 * @param wanted the statistics and interfaces
	 * @return the statistics by the name of the interface, each with the time of the sample
	 * @throws PmixException NOT_SUPPORTED on other systems than Linux
	 */
	Map<String, Infos> networks(RequestedStats wanted) throws PmixException;

	/**
	 * @param root the folder of {@code proc} and {@code sys} of a Linux
	 * @return a source that reads them
	 */
	static UsageSource linux(Path root) {
		return new LinuxUsage(root);
	}

	/** @return the source for this system */
	static UsageSource ofThisSystem() {
		Path root = Path.of("/");
		return Files.isReadable(root.resolve("proc/self/stat")) ? linux(root) : new NoUsage();
	}

	/** The source on an unsupported system. Stateless. */
	final class NoUsage implements UsageSource {
		@Override
		public Optional<Infos> process(int pid, RequestedStats wanted) throws PmixException {
			throw problem();
		}

		@Override
		public Infos node(RequestedStats wanted) throws PmixException {
			throw problem();
		}

		@Override
		public Map<String, Infos> disks(RequestedStats wanted) throws PmixException {
			throw problem();
		}

		@Override
		public Map<String, Infos> networks(RequestedStats wanted) throws PmixException {
			throw problem();
		}

		private static PmixException problem() {
			return new PmixException(Status.ERR_NOT_SUPPORTED,
					"statistics are read from Linux's /proc, which " + System.getProperty("os.name", "this system") + " does not have");
		}
	}
}
