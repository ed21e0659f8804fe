// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.LogRecord;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.internal.text.FileFailure;

/**
 * The records of jobs, to which their processes log. Kept in memory for the running jobs and the last ended ones, and in a file if the host
 * has one. Owned by the host; thread-safe; adding blocks on the file.
 */
public final class JobRecords {
	/** Entries that are kept of one job; the oldest is dropped first. */
	private static final int MAX_ENTRIES = 1000;
	/** Ended jobs whose record is kept; the oldest is dropped first. */
	private static final int MAX_ENDED = 16;
	/** Names, also of tools, that have records; the oldest is dropped first. */
	private static final int MAX_NAMES = 256;

	private final Optional<Path> file;
	private final Map<String, Deque<LogRecord>> jobs = new LinkedHashMap<>();
	private final Deque<String> ended = new ArrayDeque<>();

	/** @param file to which all records are appended; empty for none */
	public JobRecords(Optional<Path> file) {
		this.file = file;
	}

	/**
	 * Checks that records can be appended to a file, which is created with the first one. Blocks on the file system.
	 *
	 * @param file an absolute path
	 * @throws IOException if it cannot be written; the message names it
	 */
	public static void check(Path file) throws IOException {
		Path parent = file.getParent();
		boolean isThere = Files.exists(file);
		String problem = Files.isDirectory(file) ? "it is a directory"
				: !isThere && (parent == null || !Files.isDirectory(parent)) ? "its directory does not exist"
						: Files.isWritable(isThere ? file : parent) ? "" : "permission denied";
		if (!problem.isEmpty()) {
			throw new IOException("the job record " + BytePaths.text(file) + " cannot be written: " + problem);
		}
	}

	synchronized void add(Proc source, Infos data, LogForm form) throws PmixException {
		LogRecord entry = new LogRecord(form.at(), source, data);
		if (file.isPresent()) {
			append(file.get(), entry);
		}
		Deque<LogRecord> entries = jobs.computeIfAbsent(source.nspace(), each -> new ArrayDeque<>());
		if (jobs.size() > MAX_NAMES) {
			jobs.remove(jobs.keySet().iterator().next());
		}
		entries.add(entry);
		if (entries.size() > MAX_ENTRIES) {
			entries.remove();
		}
	}

	private static void append(Path file, LogRecord entry) throws PmixException {
		StringBuilder lines = new StringBuilder();
		for (Info datum : entry.data()) {
			lines.append(entry.time()).append('\t').append(entry.source().nspace()).append('\t').append(entry.source().rank()).append('\t')
					.append(oneLine(datum.key())).append('\t').append(oneLine(text(datum.value()))).append('\n');
		}
		try {
			Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		} catch (IOException e) {
			throw new PmixException(Status.ERR_NOT_AVAILABLE,
					"the job record " + BytePaths.text(file) + " cannot be written: " + FileFailure.reason(e), e);
		}
	}

	private static String text(PmixValue value) {
		return switch (value) {
			case PmixValue.Str(String text) -> text;
			case ByteObject bytes -> new String(bytes.toByteArray(), StandardCharsets.UTF_8);
			default -> value.toString();
		};
	}

	private static String oneLine(String text) {
		return text.strip().replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r");
	}

	/**
	 * @param nspace a job that runs or has ended
	 * @return its entries in the order in which they were logged; empty if there is none, or the job ended too long ago
	 */
	public synchronized List<LogRecord> of(String nspace) {
		return new ArrayList<>(jobs.getOrDefault(nspace, new ArrayDeque<>()));
	}

	synchronized void ended(String nspace) {
		if (jobs.containsKey(nspace)) {
			ended.add(nspace);
			if (ended.size() > MAX_ENDED) {
				jobs.remove(ended.remove());
			}
		}
	}
}
