// SPDX-License-Identifier: EPL-2.0
/** Data of jobs: sorted from registrations, completed by derived data, and encoded for each release. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.jobinfo;
