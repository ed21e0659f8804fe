// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.graalvm.nativeimage.ProcessProperties;
import org.graalvm.nativeimage.RuntimeOptions;
import org.graalvm.nativeimage.c.function.CFunction;
import org.graalvm.nativeimage.c.function.CFunction.Transition;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.process.internal.posix.InheritedLimits;
import org.pmix4j.process.internal.posix.QuitSignal;

/** The entry point of the native executable: does what the script pmix4j and its options for the JVM do, then runs {@link Main}. */
public final class Executable {
	private static final int HELD_HANGUP = 1;
	private static final int FREE_QUIT = 2;
	private static final int UTF_8 = 4;
	private static final int LATIN_1 = 8;
	private static final int BUFFER = 8192;
	private static final String HEAP = "PMIX4J_MAX_HEAP";
	private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8})([kmg]?)");
	private static final Set<String> LAUNCHERS = Set.of("mpiexec", "mpirun", "orterun", "prterun");

	private Executable() {
	}

	/** Undoes what the runtime has changed for all programs that it starts, and returns what start.c has found. */
	@CFunction(value = "pmix4j_started", transition = Transition.NO_TRANSITION)
	private static native int started();

	/**
	 * Runs the command line of this process.
	 *
	 * @param args its words
	 */
	public static void main(String[] args) {
		int found = started();
		takeCharset(found);
		System.setProperty(InheritedLimits.PROPERTY, "true");
		System.setProperty(LauncherSignals.HELD, (found & HELD_HANGUP) != 0 ? "HUP,INT,TERM" : "INT,TERM");
		if ((found & FREE_QUIT) != 0) {
			System.setProperty(QuitSignal.PROPERTY, "3");
		}
		System.setProperty("jdk.includeInExceptions", "hostInfoExclSocket");
		System.setProperty("java.util.logging.SimpleFormatter.format", "pmix4j: %4$s: %5$s%6$s%n");
		// there is none, but classes of the JDK expect a path
		System.setProperty("java.home", "/nonexistent");
		Optional<String> refused = options();
		if (refused.isPresent()) {
			System.err.println("pmix4j: " + refused.get());
			System.exit(Main.USAGE);
		}
		Main.run(words(args));
	}

	/** Lets messages use the charset of the locale, as on a JVM. The runtime has UTF-8 everywhere, and knows few other charsets. */
	private static void takeCharset(int found) {
		if ((found & UTF_8) == 0) {
			Charset charset = (found & LATIN_1) != 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.US_ASCII;
			System.setOut(stream(FileDescriptor.out, charset));
			System.setErr(stream(FileDescriptor.err, charset));
		}
	}

	private static PrintStream stream(FileDescriptor descriptor, Charset charset) {
		return new PrintStream(new BufferedOutputStream(new FileOutputStream(descriptor), BUFFER), true, charset);
	}

	/** Takes the options of this form from the environment; returns what is wrong with them. */
	private static Optional<String> options() {
		if (!variable("PMIX4J_JAVA_OPTIONS").isEmpty()) {
			return Optional.of("PMIX4J_JAVA_OPTIONS has no effect on the native executable, which has no JVM; unset it, or set PMIX4J_FORM=jvm"
					+ " in a checkout; for the size of the heap there is " + HEAP);
		}
		String heap = variable(HEAP);
		if (heap.isEmpty()) {
			return Optional.empty();
		}
		Matcher size = SIZE.matcher(heap.toLowerCase(Locale.ROOT));
		if (!size.matches()) {
			return Optional.of(HEAP + " must be a number with k, m or g behind it, such as 512m, not '" + heap + "'");
		}
		int shift = switch (size.group(2)) {
			case "k" -> 10;
			case "m" -> 20;
			case "g" -> 30;
			default -> 0;
		};
		RuntimeOptions.set("MaxHeapSize", Long.parseLong(size.group(1)) << shift);
		return Optional.empty();
	}

	private static String variable(String name) {
		return Optional.ofNullable(System.getenv(name)).orElse("");
	}

	/** Returns the words of the command line; a link with the name of a launcher is one: mpiexec -n 4 prog. */
	private static String[] words(String[] args) {
		String[] own = OwnProcess.arguments(args);
		String program = ProcessProperties.getArgumentVectorProgramName();
		if (!LAUNCHERS.contains(program.substring(program.lastIndexOf('/') + 1))) {
			return own;
		}
		String[] words = new String[own.length + 1];
		words[0] = "run";
		System.arraycopy(own, 0, words, 1, own.length);
		return words;
	}
}
