// SPDX-License-Identifier: EPL-2.0
/** The command line: reads options, runs jobs, reports how they ended. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli;
