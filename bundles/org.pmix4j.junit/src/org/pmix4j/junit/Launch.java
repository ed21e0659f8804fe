// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a program as the ranks of a job under an embedded PMIx server, checks how it ended, and then calls the test method, whose parameter
 * of type {@link LaunchResult} has the output.
 *
 * <pre>
 * &#64;Launch(value = { "target/hello_mpi", "-v" }, ranks = { 1, 4 }, output = "Hello from rank 0 of \\d")
 * void hello_ofEachRank_isPrinted(LaunchResult result) {
 * 	assertEquals(result.ranks(), result.output().size());
 * }
 * </pre>
 *
 * <p>
 * The program runs after the methods annotated with {@code @BeforeEach}, once for each number of ranks; each of these runs is a test of its
 * own in reports and in views. The test fails if exit code or output differ from what is expected; the error then shows the output of all
 * ranks and the reason of the end. A program that does not end in time fails with a description of what the job waited for, which names the
 * missing ranks of a fence, and with the stack traces of all ranks if the machine has a program that takes them.
 *
 * <p>
 * The program has the directory and the environment of this JVM, and nothing on standard input.
 */
@Documented
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(LaunchExtension.class)
public @interface Launch {
	/**
	 * {@return a path, or a name that is searched in PATH, and the arguments; <code>${NAME}</code> stands for the system property of that
	 * name}
	 */
	String[] value();

	/** {@return the numbers of ranks, each at least 1; the program runs once for each} */
	int[] ranks() default 1;

	/** {@return the expected exit code of the job, as a launcher reports it: that of the rank that failed first, or 0} */
	int exitCode() default 0;

	/** {@return regular expressions, of which each must match a whole line of standard output of a rank} */
	String[] output() default {};

	/** {@return variables to set in the environment, each as {@code NAME=value}; <code>${NAME}</code> in a value as above} */
	String[] environment() default {};

	/** {@return the time limit for one run, in seconds} */
	int timeout() default RanksTest.DEFAULT_TIMEOUT;

	/**
	 * {@return where the ranks run: {@code local}, this machine; {@code prrte}, the nodes of {@link #hosts} or of the allocation, through a
	 * DVM of PRRTE that starts and ends with the test. If it is empty, the system property {@code pmix4j.engine} decides, or else
	 * {@code local}}
	 */
	String engine() default "";

	/**
	 * {@return the nodes of the engine {@code prrte} with their slots, such as {@code a:2,b:2}. If it is empty, the system property
	 * {@code pmix4j.hosts} decides}
	 */
	String hosts() default "";
}
