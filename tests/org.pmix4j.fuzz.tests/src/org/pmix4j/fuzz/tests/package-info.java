// SPDX-License-Identifier: EPL-2.0
/**
 * Fuzz targets for all that reads bytes of a peer: one class a target, with what an input consists of in its comment.
 *
 * <p>
 * The normal build runs each target on the inputs in {@code <Class>Inputs/<method>}. Those with a plain name were cut from the
 * vectors and captures of org.pmix4j.wire.tests; those that begin with {@code found-} once broke something, and stay.
 *
 * <p>
 * To fuzz for real, one target at a time: the command is in this module's pom. A finding is written to the file
 * {@code crash-...} that the output names: fix the cause, then move the file to the inputs. What was learnt on the way is kept in
 * {@code .cifuzz-corpus}, for the next time.
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.fuzz.tests;
