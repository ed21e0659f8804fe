// SPDX-License-Identifier: EPL-2.0
/** Tests the completion of the command line in shells. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.tests.completion;
