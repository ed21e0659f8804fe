// SPDX-License-Identifier: EPL-2.0
/** Finds jobs and their processes in running servers, and follows their output. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.internal.jobs;
