#!/bin/sh
# The Maven repository of the release, in OUT: innkeeper.api and innkeeper.testkit with sources and
# Javadoc. Their poms have no parent, because that is in no repository.
# usage: maven-repository.sh OUT VERSION, in runtime/
set -eu
out=$1
rm -rf "$out"
if command -v sha1sum >/dev/null; then
  sum=sha1sum
else
  sum="shasum -a 1"
fi
# artifact NAME DESCRIPTION
artifact() {
  name=innkeeper.$1-$version
  folder=$out/innkeeper/innkeeper.$1/$version
  mkdir -p "$folder"
  for file in "$name.jar" "$name-sources.jar" "$name-javadoc.jar"; do
    cp "../bundles/$1/target/$file" "$folder/"
  done
  sed -e "s/@name@/innkeeper.$1/" -e "s/@version@/$version/" -e "s/@description@/$2/" src/build/artifact.pom >"$folder/$name.pom"
  # Maven warns of a file without one.
  (cd "$folder" && for file in *; do $sum "$file" | cut -d ' ' -f 1 >"$file.sha1"; done)
}
version=$2
artifact api "What a bundle of your own compiles against."
artifact testkit "What its tests run on: a host of fakes, with a JUnit extension."
