// SPDX-License-Identifier: EPL-2.0
/** Tests of the queries that only hosts of ours answer. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.tests.inspection;
