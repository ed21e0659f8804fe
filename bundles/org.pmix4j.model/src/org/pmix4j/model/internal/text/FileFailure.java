// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.internal.text;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import org.pmix4j.model.bytes.BytePaths;

/** Describes failures to read or write files; the exceptions themselves often have only a path as their message. Stateless. */
public final class FileFailure {
	private FileFailure() {
	}

	/**
	 * @param failure of an operation on a file
	 * @return the reason, without the name of the file, such as {@code permission denied}; never empty
	 */
	public static String reason(IOException failure) {
		return switch (failure) {
			case NoSuchFileException e -> "no such file or directory";
			case AccessDeniedException e -> "permission denied";
			case FileAlreadyExistsException e -> "it exists already";
			case DirectoryNotEmptyException e -> "the directory is not empty";
			case CharacterCodingException e -> "it is not text in the expected encoding";
			case FileSystemException e when e.getReason() != null -> inSentence(e.getReason());
			case FileSystemException e -> e.getClass().getSimpleName();
			default -> failure.getMessage() == null ? failure.getClass().getSimpleName() : inSentence(failure.getMessage());
		};
	}

	/**
	 * @param failure of an operation on a file
	 * @return the name of the file, if it is known, and the reason
	 */
	public static String line(IOException failure) {
		return failure instanceof FileSystemException e && e.getFile() != null ? "file " + e.getFile() + ": " + reason(failure)
				: reason(failure);
	}

	/**
	 * @param file    that could not be read or written
	 * @param failure of that operation; once a file is open, as on a full disk, it does not name the file
	 * @return a failure that names the file: this one, if it names a file already
	 */
	public static IOException at(Path file, IOException failure) {
		if (failure instanceof FileSystemException named && named.getFile() != null) {
			return named;
		}
		FileSystemException named = new FileSystemException(BytePaths.text(file), null, failure.getMessage());
		named.initCause(failure);
		return named;
	}

	/** Writes a text of the operating system, such as "Is a directory", as a part of a sentence, and names the limit that was reached. */
	private static String inSentence(String text) {
		boolean isWord = text.length() > 1 && !Character.isUpperCase(text.charAt(1));
		String words = isWord ? Character.toLowerCase(text.charAt(0)) + text.substring(1) : text;
		return switch (words) {
			case "too many open files" -> words + " (see ulimit -n)";
			case "file too large" -> words + " (see ulimit -f)";
			default -> words;
		};
	}
}
