// SPDX-License-Identifier: EPL-2.0
/** Tests of frames, their header and their limits. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.frame;
