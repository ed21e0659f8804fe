// SPDX-License-Identifier: EPL-2.0
/**
 * Fuzz targets for everything that reads a peer's bytes. Each class is one target; its comment describes the input.
 *
 * <p>
 * The normal build runs each target on the inputs in {@code <Class>Inputs/<method>}. Inputs with plain names were cut from the
 * vectors and captures of org.pmix4j.wire.tests; inputs that begin with {@code found-} once revealed a bug.
 *
 * <p>
 * To fuzz one target, use the command in this module's pom. A finding is written to the file {@code crash-...} that the output
 * names: fix the cause, then move the file to the inputs. The corpus is kept in {@code .cifuzz-corpus} for the next run.
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.fuzz.tests;
