// SPDX-License-Identifier: EPL-2.0
/** Tests of the events of a host and of the stages of jobs and ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.tests.events;
