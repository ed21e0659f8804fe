// SPDX-License-Identifier: EPL-2.0
/** Tests of the table of job options. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.tests.options;
