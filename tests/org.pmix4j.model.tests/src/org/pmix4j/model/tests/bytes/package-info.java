// SPDX-License-Identifier: EPL-2.0
/** Tests of byte strings as Java strings. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model.tests.bytes;
