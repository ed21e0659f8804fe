// SPDX-License-Identifier: EPL-2.0
/** Tests of the vocabulary of jobs. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.tests;
