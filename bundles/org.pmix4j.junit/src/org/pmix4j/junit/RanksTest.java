// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pmix4j.client.PmixClient;

/**
 * Runs a test method in several JVMs at the same time, which are the ranks of one job under an embedded PMIx server. The method runs once
 * for each number of ranks; each of these runs counts as a separate test in reports and in views.
 *
 * <pre>
 * class RingTest {
 * 	&#64;RanksTest({ 1, 2, 4 })
 * 	void token_ofLeftNeighbor_arrives(PmixClient client) throws PmixException {
 * 		int rank = client.proc().rank().value();
 * 		int size = client.jobInfo(JobAttributes.JOB_SIZE).orElseThrow();
 * 		client.put(Scope.GLOBAL, "token", new PmixValue.Int32(rank));
 * 		client.commit();
 * 		client.fence(FenceOptions.COLLECT);
 *
 * 		Proc left = Proc.of(client.proc().nspace(), (rank + size - 1) % size);
 * 		assertEquals(new PmixValue.Int32(left.rank().value()), client.get(left, "token").orElseThrow());
 * 	}
 * }
 * </pre>
 *
 * <p>
 * The test method and the methods annotated with {@code @BeforeEach} and {@code @AfterEach} run in the JVMs of the ranks only. Their
 * parameters of type {@link PmixClient} are the connected client of the rank; it is opened for the first such parameter and closed after
 * the test. The constructor, {@code @BeforeAll}, {@code @AfterAll} and other extensions run in the JVM of the build, too.
 *
 * <p>
 * The test passes if it passes in all ranks. If it fails in one, the other ranks are ended, and the error names for each rank the exception
 * with its stack trace, or how the process ended, and shows the output of all ranks. If an assumption fails in a rank, the test is aborted.
 * Lines of output also appear immediately, after the number of their rank. A test that does not end in time fails with a description of
 * what the job waited for, which names the missing ranks of a fence, and with the stack traces of all ranks.
 *
 * <p>
 * The JVMs have the class path, the directory, the environment and the assertion status of the JVM of the build, and its system properties
 * whose names begin with {@code junit.}. Ranks are not bound to processors. On several nodes, all of them need this JVM, the class path and
 * the current directory in the same places; a test that does not end in time then fails without waits and stack traces.
 */
@Documented
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(RanksExtension.class)
public @interface RanksTest {
	/** The time limit in seconds of a test that states none. */
	int DEFAULT_TIMEOUT = 60;

	/** {@return the numbers of ranks, each at least 1; the test runs once for each} */
	int[] value();

	/** {@return the time limit for one run, in seconds, from the start of the JVMs to the end of the last one} */
	int timeout() default DEFAULT_TIMEOUT;

	/** {@return the names of system properties of the JVM of the build that the ranks get; those that are not set are left out} */
	String[] properties() default {};

	/** {@return the further options for the JVMs of the ranks, such as {@code -Xmx64m}} */
	String[] jvmOptions() default {};

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
