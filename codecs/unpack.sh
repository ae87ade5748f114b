# Sourced by the builds. `here` is the folder of the build.
#
# With PLAIN=1 a build leaves out the patch and every loop that works on several values at once, and writes to
# test/fixtures/codecs/. `npm run check` compares what both builds encode.
PLAIN=${PLAIN:-}
if [ -n "$PLAIN" ]; then
  output="$here/../../test/fixtures/codecs"
  vectors="-msimd128 -fno-vectorize -fno-slp-vectorize"
else
  output="$here/../../data/codecs"
  vectors="-msimd128 -ffast-math"
fi

# Checks the archive of a library, unpacks it into a temporary folder, patches it, copies our own sources into it, and
# changes to that folder.
#   unpack ARCHIVE SHA-256 FOLDER-IN-THE-ARCHIVE
unpack() {
  echo "$2  $1" | sha256sum --check --quiet
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  tar --extract --file "$1" --directory "$folder"
  if [ -z "$PLAIN" ] && [ -f "$here/speed.patch" ]; then
    patch --quiet --strip=1 --directory "$folder/$3" <"$here/speed.patch"
  fi
  find "$here" "$here/.." -maxdepth 1 -name '*.[ch]' -exec cp {} "$folder/$3" \;
  cd "$folder/$3"
}

# Copies the finished file into the repository and prints its hash.
#   deliver FILE
deliver() {
  install -D -m 644 "$1" "$output/$1"
  sha256sum "$output/$1"
}
