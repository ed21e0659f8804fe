// SPDX-License-Identifier: EPL-2.0
/** Requests, replies and deliveries against recorded bytes, in every dialect. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.message;
