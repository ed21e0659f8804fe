// SPDX-License-Identifier: EPL-2.0
/** Tests of the JUnit extension: sample classes are run by JUnit's launcher, and the reports of their tests are checked. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.junit.tests;
