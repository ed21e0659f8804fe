// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** Checks that a class which states a loop or the host's thread as its home, and can ask for it, asserts it. */
class ThreadTest {
	private static final Pattern CLASS_COMMENT = Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:public |abstract |final |sealed )*class ",
			Pattern.DOTALL);
	private static final Pattern HOME = Pattern.compile("on (the|its|the server's|the session's)\\s(\\*\\s)?loop|on the host's thread");
	/** Classes that bring work to the loop name it, too. */
	private static final Pattern ANY_THREAD = Pattern.compile("Thread-safe|any thread");
	/** Fields through which a class can ask whether it is on its thread. */
	private static final Pattern CAN_ASK = Pattern
			.compile("^\\s+private (final )?(EventLoop|ServerLoop|HostThread|HostContext|HostCalls) \\w+;", Pattern.MULTILINE);

	private static boolean isRole(Path file) {
		return Checkout.name(file).matches("bundles/org\\.pmix4j\\.(client|server|host)/src/.*/internal/.*");
	}

	private static boolean statesAThreadItDoesNotAssert(Path file) {
		String text = String.join("\n", Checkout.lines(file));
		Matcher comment = CLASS_COMMENT.matcher(text);
		return comment.find() && HOME.matcher(comment.group(1)).find() && !ANY_THREAD.matcher(comment.group(1)).find()
				&& CAN_ASK.matcher(text).find() && !text.contains("\t\tassert ");
	}

	@Test
	void class_thatStatesItsThread_assertsIt() {
		List<Path> roles = Checkout.bundleSources().stream().filter(ThreadTest::isRole).toList();

		assertThat(roles).isNotEmpty();
		assertThat(roles.stream().filter(ThreadTest::statesAThreadItDoesNotAssert).map(Checkout::name)).isEmpty();
	}
}
