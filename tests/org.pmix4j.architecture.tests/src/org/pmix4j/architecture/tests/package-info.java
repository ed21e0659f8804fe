// SPDX-License-Identifier: EPL-2.0
/** Rules for the whole repository: allowed dependencies, and the form of sources and manifests. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.architecture.tests;
