// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.process;

import java.lang.System.Logger;

/** The logger of this package, got at the first message: setting up logging costs a launcher milliseconds that it seldom needs. */
final class Log {

	static final Logger LOG = System.getLogger(Log.class.getPackageName());

	private Log() {
	}
}
