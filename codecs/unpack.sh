# For the builds, which read this file. `here` is the folder of the build.

# Checks the archive of a library, unpacks it into a folder that goes when the build ends, patches it where there is a patch, lays our own
# sources into it, and goes there.
#   unpack ARCHIVE SHA-256 FOLDER-IN-THE-ARCHIVE
unpack() {
  echo "$2  $1" | sha256sum --check --quiet
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  tar --extract --file "$1" --directory "$folder"
  if [ -f "$here/speed.patch" ]; then patch --quiet --strip=1 --directory "$folder/$3" <"$here/speed.patch"; fi
  cp "$here"/*.h "$here"/*.c "$here"/../*.h "$folder/$3"
  cd "$folder/$3"
}
