// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;

/**
 * A point in the program of another JVM at which it stops, so that a test can kill it exactly there, or act before it continues. Uses the
 * debugger interface of the JDK, so that the program needs no code for it. Used by a test's thread: start the program with {@link
 * #javaOptions()}, call {@link #await()}, then kill the process or let it continue with {@link #release()}.
 */
public final class Failpoint implements AutoCloseable {
	private static final Duration LIMIT = Duration.ofSeconds(30);
	private static final String LOOPBACK = "127.0.0.1";

	private final String type;
	private final String method;
	private final ListeningConnector connector;
	private final Map<String, Connector.Argument> arguments;
	private final String address;
	private @Nullable VirtualMachine machine;

	private Failpoint(String type, String method) throws IOException, IllegalConnectorArgumentsException {
		this.type = type;
		this.method = method;
		connector = Bootstrap.virtualMachineManager().listeningConnectors().stream()
				.filter(each -> each.transport().name().equals("dt_socket")).findAny().orElseThrow();
		arguments = connector.defaultArguments();
		set("localAddress", LOOPBACK);
		set("port", "0");
		set("timeout", Long.toString(LIMIT.toMillis()));
		address = connector.startListening(arguments);
	}

	private void set(String name, String value) throws IllegalConnectorArgumentsException {
		Connector.Argument argument = arguments.get(name);
		if (argument == null) {
			throw new IllegalConnectorArgumentsException("this JDK's debugger interface has no such argument", name);
		}
		argument.setValue(value);
	}

	/**
	 * @param type   binary name of a class, or its end after an asterisk, as in {@code *.JobStarter}
	 * @param method name of its methods; the program stops where the body of one of them begins for the first time
	 * @return the point
	 */
	public static Failpoint at(String type, String method) {
		try {
			return new Failpoint(type, method);
		} catch (IOException | IllegalConnectorArgumentsException e) {
			throw new IllegalStateException("no port for the debugger interface", e);
		}
	}

	/** @return options with which a JVM stops here */
	public String javaOptions() {
		String port = address.substring(address.lastIndexOf(':') + 1);
		return "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=" + LOOPBACK + ":" + port;
	}

	/**
	 * Waits until the program has stopped here.
	 *
	 * @throws AssertionError if it has not stopped within half a minute, or ends before
	 */
	public void await() {
		try {
			VirtualMachine stopped = connector.accept(arguments);
			connector.stopListening(arguments);
			machine = stopped;
			ClassPrepareRequest prepared = stopped.eventRequestManager().createClassPrepareRequest();
			prepared.addClassFilter(type);
			prepared.setSuspendPolicy(EventRequest.SUSPEND_ALL);
			prepared.enable();
			stopped.resume();
			awaitBreakpoint(stopped);
		} catch (IOException | IllegalConnectorArgumentsException | VMDisconnectedException e) {
			throw new AssertionError("the program did not come to " + this, e);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("the test was interrupted", e);
		}
	}

	private void awaitBreakpoint(VirtualMachine stopped) throws InterruptedException {
		long deadline = System.nanoTime() + LIMIT.toNanos();
		while (true) {
			EventSet events = stopped.eventQueue().remove(Math.max(1, Duration.ofNanos(deadline - System.nanoTime()).toMillis()));
			if (events == null) {
				throw new AssertionError("the program does not come to " + this);
			}
			for (Event event : events) {
				if (event instanceof BreakpointEvent) {
					return;
				}
				if (event instanceof ClassPrepareEvent loaded) {
					breakAt(stopped, loaded.referenceType());
				}
			}
			events.resume();
		}
	}

	private void breakAt(VirtualMachine stopped, ReferenceType loaded) {
		List<BreakpointRequest> requests = loaded.methodsByName(method).stream()
				.map(each -> stopped.eventRequestManager().createBreakpointRequest(each.location())).toList();
		if (requests.isEmpty()) {
			throw new AssertionError("there is no method " + this);
		}
		requests.forEach(BreakpointRequest::enable);
	}

	/** Lets the program continue, if it still exists. */
	public void release() {
		VirtualMachine stopped = machine;
		machine = null;
		try {
			if (stopped != null) {
				stopped.dispose();
			}
		} catch (VMDisconnectedException e) {
			// the test has killed the program
			return;
		}
	}

	/** Lets the program continue; if it has never connected, closes the port. */
	@Override
	public void close() {
		release();
		try {
			connector.stopListening(arguments);
		} catch (IllegalConnectorArgumentsException e) {
			// closed when the program connected
			return;
		} catch (IOException e) {
			throw new UncheckedIOException("the port of " + this + " cannot be closed", e);
		}
	}

	@Override
	public String toString() {
		return type + "." + method;
	}
}
