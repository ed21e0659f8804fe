// SPDX-License-Identifier: EPL-2.0
/** Tests of requests, replies and deliveries with recorded bytes, in every dialect. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.message;
