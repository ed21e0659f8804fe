// SPDX-License-Identifier: EPL-2.0
/** Tests of the command line tool as a user sees it: options, messages, exit codes, where it can be started. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.tests;
