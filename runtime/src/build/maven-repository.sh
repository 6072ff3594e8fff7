#!/bin/sh
# The Maven repository of the release, in OUT: innkeeper.api with sources and Javadoc. Its pom has no
# parent, because that is in no repository.
# usage: maven-repository.sh OUT VERSION, in runtime/
set -eu
out=$1
name=innkeeper.api-$2
folder=$out/innkeeper/innkeeper.api/$2
rm -rf "$out"
mkdir -p "$folder"
for file in "$name.jar" "$name-sources.jar" "$name-javadoc.jar"; do
  cp "../bundles/api/target/$file" "$folder/"
done
sed "s/@version@/$2/" src/build/innkeeper.api.pom >"$folder/$name.pom"
if command -v sha1sum >/dev/null; then
  sum=sha1sum
else
  sum="shasum -a 1"
fi
cd "$folder"
# Maven warns of a file without one.
for file in *; do
  $sum "$file" | cut -d ' ' -f 1 >"$file.sha1"
done
