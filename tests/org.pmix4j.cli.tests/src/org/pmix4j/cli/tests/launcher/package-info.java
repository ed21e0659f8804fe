// SPDX-License-Identifier: EPL-2.0
/** Tests of the shell scripts that build and start the command line tool. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.tests.launcher;
