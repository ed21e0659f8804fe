// SPDX-License-Identifier: EPL-2.0
/** Tests of values that programs pack for each other. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.pack;
