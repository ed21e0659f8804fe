// SPDX-License-Identifier: EPL-2.0
/** Reads the options of a command line by the table of job options, makes jobs of them, and shows their help. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.internal.options;
