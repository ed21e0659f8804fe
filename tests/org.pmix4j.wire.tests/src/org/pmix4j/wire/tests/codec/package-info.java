// SPDX-License-Identifier: EPL-2.0
/** Tests of the codec, against bytes that the C library wrote and against hostile ones. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.codec;
