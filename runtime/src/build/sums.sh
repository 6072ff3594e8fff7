#!/bin/sh
# SHA-256SUMS beside what is handed out, in the form sha256sum -c reads.
set -eu
cd "$1"
if command -v sha256sum >/dev/null; then
  sum=sha256sum
else
  sum="shasum -a 256"
fi
# shellcheck disable=SC2086
$sum innkeeper-"$2".tar.gz innkeeper_"$2"_all.deb innkeeper-"$2".cdx.json innkeeper-"$2".cdx.xml >SHA-256SUMS
