// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.usage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Where the numbers come from; reads files, so it may block. Used on any thread. */
public interface UsageSource {
	/**
	 * @param pid    of a process of this machine
	 * @param wanted which statistics
	 * @return them, with the time of the sample; empty if the process is gone, or not ours to look at
	 * @throws PmixException NOT_SUPPORTED on a system that cannot tell
	 */
	Optional<Infos> process(int pid, Wanted wanted) throws PmixException;

	/**
	 * @param wanted which statistics
	 * @return those of this machine, with the time of the sample
	 * @throws PmixException NOT_SUPPORTED on a system that cannot tell
	 */
	Infos node(Wanted wanted) throws PmixException;

	/**
	 * @param wanted which statistics, of which disks
	 * @return them by the name of the disk, each with the time of the sample
	 * @throws PmixException NOT_SUPPORTED on a system that cannot tell
	 */
	Map<String, Infos> disks(Wanted wanted) throws PmixException;

	/**
	 * @param wanted which statistics, of which interfaces
	 * @return them by the name of the interface, each with the time of the sample
	 * @throws PmixException NOT_SUPPORTED on a system that cannot tell
	 */
	Map<String, Infos> networks(Wanted wanted) throws PmixException;

	/**
	 * @param root where {@code proc} and {@code sys} of a Linux are
	 * @return one that reads them
	 */
	static UsageSource linux(Path root) {
		return new LinuxUsage(root);
	}

	/** @return the one for the system that we run on */
	static UsageSource ofThisSystem() {
		Path root = Path.of("/");
		return Files.isReadable(root.resolve("proc/self/stat")) ? linux(root) : new NoUsage();
	}

	/** A system that we know no way to ask. Stateless. */
	final class NoUsage implements UsageSource {
		@Override
		public Optional<Infos> process(int pid, Wanted wanted) throws PmixException {
			throw problem();
		}

		@Override
		public Infos node(Wanted wanted) throws PmixException {
			throw problem();
		}

		@Override
		public Map<String, Infos> disks(Wanted wanted) throws PmixException {
			throw problem();
		}

		@Override
		public Map<String, Infos> networks(Wanted wanted) throws PmixException {
			throw problem();
		}

		private static PmixException problem() {
			return new PmixException(Status.ERR_NOT_SUPPORTED,
					"what processes use is read from /proc, as Linux has it; there is none on " + System.getProperty("os.name", "this system"));
		}
	}
}
