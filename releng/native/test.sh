#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# test.sh - runs with the native executable, or one that it builds quickly (-Ob) and removes afterwards, those tests of the command line
# beside C programs that show most in little time: how jobs end, input and output, signals, memory, servers. Needs a display, as the whole
# build does. With TESTS set, other tests: TESTS='SpawnTest,ToolTest' releng/native/test.sh
set -eu
cd "$(dirname "$0")/../.."
if ! PMIX4J_FORM=native ./pmix4j --version >/dev/null 2>&1; then
	releng/native/build.sh -Ob
	# who has not built one would run a slow one from now on
	trap 'rm -f target/native/pmix4j' EXIT
fi
tests=ProgramFormTest,ExecutableSymbols,ExecutableTraces,CleanupTest,CommandBytesTest,EssentialThreadTest,ExitOutcomeTest,InterruptTest
tests=$tests,KilledRankTest,MemoryLimitTest,OutputTest,PersistentServerTest,SignalAtStartTest,SurroundingsTest,StandardInputTest
tests=$tests,TerminalKeysTest
modules=:org.pmix4j.interop.tests,:org.pmix4j.mpi.tests,:org.pmix4j.launcher.tests,:org.pmix4j.cli.tests
xvfb-run -a -s '-screen 0 1600x1000x24' ./mvnw -B -q -T 2 verify -pl $modules -am -Dpmix4j.form=native \
	-Dtest="${TESTS:-$tests}" -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false
