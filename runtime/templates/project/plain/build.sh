#!/bin/sh
# Builds target/@name@-1.0.0.jar with the JDK alone, after its test. INNKEEPER_HOME names another release.
set -eu
cd "$(dirname "$0")"
home=${INNKEEPER_HOME:-@home@}
libraries=$home/platform/*:$home/lib/*
for jar in "$home"/maven/innkeeper/innkeeper.testkit/*/*.jar; do
  case $jar in *-sources.jar | *-javadoc.jar) ;; *) testkit=$jar ;; esac
done
# None of them runs long enough for the second compiler.
quick='-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC'
rm -rf target
mkdir -p target/classes target/test-classes
find src/main/java -name '*.java' >target/sources
javac $quick --release 17 -encoding UTF-8 -cp "$libraries" -d target/classes @target/sources
[ ! -d src/main/resources ] || cp -R src/main/resources/. target/classes
find src/test/java -name '*.java' >target/sources
javac $quick --release 17 -encoding UTF-8 -cp "target/classes:$testkit:$libraries" -d target/test-classes @target/sources
java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "target/test-classes:target/classes:$testkit:$libraries" @package@.@Name@Test
jar $quick --create --file target/@name@-1.0.0.jar --manifest manifest -C target/classes .
