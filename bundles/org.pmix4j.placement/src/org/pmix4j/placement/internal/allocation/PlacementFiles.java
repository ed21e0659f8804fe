// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.model.internal.text.RegularFile;

/**
 * The contents of the files that decide about the placement of a job: hostfiles, rank files and sequences of nodes. They are read before
 * the job is mapped, as mapping must not block. Their texts do not change; they are there until {@link #release}.
 */
public final class PlacementFiles {
	/** No file. */
	public static final PlacementFiles NONE = new PlacementFiles(Map.of(), TextMemory.UNLIMITED);

	/** The memory for a line while it is read and the job is mapped, in addition to its characters. */
	private static final long LINE = 320;
	/** The memory for a character: that of the text and that of the words in it. */
	private static final long CHARACTER = 2;
	private static final List<JobOption<String>> HOSTFILES = List.of(PlacementOptions.ADD_HOSTFILE, PlacementOptions.HOSTFILE);

	private final Map<Path, Content> contents;
	private final TextMemory memory;

	/** The text of a file, or why there is none; one of them is empty. */
	private record Content(String text, String problem) {
	}

	private PlacementFiles(Map<Path, Content> contents, TextMemory memory) {
		this.contents = Map.copyOf(contents);
		this.memory = memory;
	}

	/**
	 * @param job an order
	 * @return whether its placement options name files
	 */
	public static boolean areNamed(JobSpec job) {
		return !named(job).isEmpty();
	}

	/**
	 * Reads the files that the placement options of a job name. Blocks on the file system if there are any. A file that cannot be read, or
	 * for which there is no memory, is a problem of the mapper that needs it.
	 *
	 * @param job    an order
	 * @param memory for the files, until {@link #release}
	 * @return the contents
	 */
	public static PlacementFiles read(JobSpec job, TextMemory memory) {
		Map<Path, Content> contents = new HashMap<>();
		for (Path file : named(job)) {
			contents.computeIfAbsent(file, each -> read(each, memory));
		}
		return contents.isEmpty() ? NONE : new PlacementFiles(contents, memory);
	}

	/**
	 * Works with the files that the placement options of a job name, as {@link #read} reads them.
	 *
	 * @param <T>    kind of the result
	 * @param job    an order
	 * @param memory for the files, until the result is there
	 * @param use    gets the files
	 * @return the result
	 * @throws PmixException as the use does
	 */
	public static <T> T use(JobSpec job, TextMemory memory, Use<T> use) throws PmixException {
		PlacementFiles files = read(job, memory);
		try {
			return use.of(files);
		} finally {
			files.release();
		}
	}

	/**
	 * The work that is done while the files are there.
	 *
	 * @param <T> kind of the result
	 */
	@FunctionalInterface
	public interface Use<T> {
		/**
		 * @param files their texts
		 * @return the result
		 * @throws PmixException with the status for the job
		 */
		T of(PlacementFiles files) throws PmixException;
	}

	private static Content read(Path file, TextMemory memory) {
		try {
			byte[] text = RegularFile.read(file, memory.mostText());
			int lines = 1;
			for (byte next : text) {
				lines += next == '\n' ? 1 : 0;
			}
			memory.take("its reading", text.length * CHARACTER + lines * LINE);
			return new Content(new String(text, StandardCharsets.ISO_8859_1), "");
		} catch (IOException e) {
			return new Content("", "cannot be read: " + FileFailure.reason(e));
		} catch (PmixException e) {
			return new Content("", "is too long: " + e.getMessage());
		}
	}

	/** Gives back the memory; the files are not needed any longer. */
	public void release() {
		memory.end();
	}

	/** Lists the files; a name that is not a path is left out, as the mapper refuses it. */
	private static List<Path> named(JobSpec job) {
		List<Path> files = new ArrayList<>();
		for (AppSpec app : job.apps()) {
			OptionValues options = app.options();
			try {
				for (JobOption<String> option : HOSTFILES) {
					if (options.isSet(option)) {
						files.addAll(NodeSelection.files(options.get(option), job.directory()));
					}
				}
				if (options.isSet(PlacementOptions.MAP_BY)) {
					String file = MappingPolicyReader.read(options.get(PlacementOptions.MAP_BY)).file();
					if (!file.isEmpty()) {
						files.add(job.directory().resolve(BytePaths.of(file)));
					}
				}
			} catch (PmixException | InvalidPathException e) {
				// the mapper reads the option again and says what is wrong
				continue;
			}
		}
		return files;
	}

	/**
	 * @param file a file that the placement options name
	 * @return its text, each byte as one character
	 * @throws IOException if it cannot be read; the message says why, without the name
	 */
	public String text(Path file) throws IOException {
		Content content = contents.get(file);
		if (content == null) {
			throw new IOException("was not read before the job was mapped");
		}
		if (!content.problem.isEmpty()) {
			throw new IOException(content.problem);
		}
		return content.text;
	}
}
