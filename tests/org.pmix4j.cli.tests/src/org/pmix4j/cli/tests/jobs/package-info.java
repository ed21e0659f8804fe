// SPDX-License-Identifier: EPL-2.0
/** Tests what commands read of jobs and their output. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.tests.jobs;
