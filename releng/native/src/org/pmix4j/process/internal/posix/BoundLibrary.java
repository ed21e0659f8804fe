// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.nio.ByteBuffer;

import org.graalvm.nativeimage.c.function.CFunction.Transition;
import org.graalvm.nativeimage.c.type.CCharPointer;
import org.graalvm.nativeimage.c.type.CTypeConversion;
import org.graalvm.nativeimage.c.type.CTypeConversion.CCharPointerHolder;

import sun.nio.ch.DirectBuffer;

/** Binds the C library in the native executable, by direct calls through start.c. Stateless. */
final class BoundLibrary implements CLibrary {
	private static final int MOST = 6;
	/** RTLD_DEFAULT: whatever this process is linked with. */
	private static final long PROCESS = 0;

	private record DirectFunction(long address) implements CFunction {
		@Override
		public long call(long... arguments) {
			assert arguments.length <= MOST;
			return BoundLibrary.call(address, at(arguments, 0), at(arguments, 1), at(arguments, 2), at(arguments, 3), at(arguments, 4),
					at(arguments, 5));
		}

		private static long at(long[] arguments, int index) {
			return index < arguments.length ? arguments[index] : 0;
		}
	}

	@org.graalvm.nativeimage.c.function.CFunction("pmix4j_call")
	private static native long call(long function, long a, long b, long c, long d, long e, long f);

	@org.graalvm.nativeimage.c.function.CFunction(value = "pmix4j_error", transition = Transition.NO_TRANSITION)
	private static native int error();

	@org.graalvm.nativeimage.c.function.CFunction(value = "dlsym", transition = Transition.NO_TRANSITION)
	private static native long dlsym(long library, CCharPointer name);

	@Override
	public CFunction function(String name) {
		return new DirectFunction(address(name));
	}

	@Override
	public long address(String name) {
		try (CCharPointerHolder text = CTypeConversion.toCString(name)) {
			long address = dlsym(PROCESS, text.get());
			if (address == 0) {
				throw new UnsatisfiedLinkError("this C library has no function " + name);
			}
			return address;
		}
	}

	@Override
	public long address(ByteBuffer direct) {
		return ((DirectBuffer) direct).address();
	}

	@Override
	public int errno() {
		return error();
	}
}
