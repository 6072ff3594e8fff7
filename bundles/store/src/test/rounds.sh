#!/bin/sh
# Runs what is random at a full count, then measures a large snapshot.
#   src/test/rounds.sh [ROUNDS [MIB]]     (defaults 1000 and 200; needs a quiet machine for figures)
set -eu
cd "$(dirname "$0")/../../../.."
rounds=${1:-1000}
mib=${2:-200}
mvn -B -ntp -q -pl bundles/store test -Dtest=CrashTest -Dinnkeeper.store.rounds="$rounds"
echo "crash tests passed: $rounds rounds each"
cd bundles/store
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mvn -B -ntp -q dependency:build-classpath -Dmdep.outputFile="$work/cp" -Dmdep.includeScope=test
java -Xmx256m -XX:+UseSerialGC -cp "target/classes:target/test-classes:$(cat "$work/cp")" \
  innkeeper.store.Measure "$work/data" "$mib" 10
