#!/bin/sh
# The documents of the release, in OUT: the README with links that hold there, and what they lead to.
# usage: documents.sh OUT, in runtime/
set -eu
out=$1
rm -rf "$out"
mkdir -p "$out/docs/bundles"
sed -e 's|](runtime/docs/|](docs/|g' \
  -e 's|="runtime/docs/|="docs/|g' \
  -e 's|](bundles/\([a-z]*\)/README.md)|](docs/bundles/\1.md)|g' \
  -e 's|](CONTRIBUTING.md)|](docs/CONTRIBUTING.md)|g' ../README.md >"$out/README.md"
sed -e 's|](runtime/docs/|](|g' \
  -e 's|](bundles/\([a-z]*\)/README.md)|](bundles/\1.md)|g' ../CONTRIBUTING.md >"$out/docs/CONTRIBUTING.md"
for page in ../bundles/*/README.md; do
  bundle=${page%/README.md}
  sed -e 's|](\.\./\([a-z]*\)/README\.md|](\1.md|g' "$page" >"$out/docs/bundles/${bundle##*/}.md"
done
