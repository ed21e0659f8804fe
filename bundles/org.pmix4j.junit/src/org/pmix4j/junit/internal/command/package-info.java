// SPDX-License-Identifier: EPL-2.0
/** The command line and the class path of the JVMs of ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.junit.internal.command;
