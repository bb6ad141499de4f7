#!/usr/bin/env bash
# Signs the manifest of a release: sign.sh <version> <folder of executables> <private key> <output> [image]
# The notes are the section of this version in the changelogs; they are left in notes.en.md and notes.zh.md.
set -euo pipefail
version=$1 folder=$2 key=$3 output=$4 image=${5:-}
base="${GITHUB_SERVER_URL:?}/${GITHUB_REPOSITORY:?}/releases/download/v$version"

notes() {
  awk -v heading="## $version" '$0 == heading { on = 1; next } /^## / { on = 0 } on' "$1"
}
notes CHANGELOG.md > notes.en.md
notes CHANGELOG.zh.md > notes.zh.md
for file in notes.en.md notes.zh.md; do
  grep -q '[^[:space:]]' "$file" || { echo "the changelog of $file has no section \"## $version\"" >&2; exit 1; }
done

arguments=()
for file in "$folder"/sundial-*; do
  name=$(basename "$file")
  target=${name#sundial-}
  arguments+=(--asset "${target%.exe}=$file=$base/$name")
done
if [ -n "$image" ]; then arguments+=(--image "$image:$version"); fi
# The panel rejects a manifest after this time: a release has to follow within a year.
deno run -A "$(dirname "$0")/../tools/sign_release.ts" --key "$key" --version "$version" --notes-en notes.en.md --notes-zh notes.zh.md \
  "${arguments[@]}" --days 365 --output "$output"
