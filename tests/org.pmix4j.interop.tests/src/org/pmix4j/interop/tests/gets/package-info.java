// SPDX-License-Identifier: EPL-2.0
/** Compares the gets of the Java client with those of libpmix, on the same servers. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.interop.tests.gets;
