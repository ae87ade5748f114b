import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type StandInOptions = {
  /** The repository. */
  readonly root: string
  /** The program that runs TypeScript. */
  readonly node: string
}

/**
 * Programs that a test cannot run as they are, because they install software, train for hours, run until they are stopped, or
 * delete what other tests need. Each stand-in checks what can be checked of its arguments and does nothing.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  // Clones over the network: makes the folder.
  git: 'for last; do :; done; mkdir -p "$last"',
  // Installs packages, or starts what does not end: the script must exist.
  npm: `case "$1" in
  ci|prune|start|install) ;;
  pack) test -f "$ROOT/$3/package.json" ;;
  run) grep -q "\\"$2\\":" "$ROOT/package.json" ;;
  *) echo "npm $1 is not known" >&2; exit 64 ;;
esac`,
  npx: 'exec "$@"',
  // Needs another machine, or ends what other examples use: the path must be in the API document.
  curl: `for argument in "$@"; do
  case "$argument" in
    *DELETE*|*POST*|-*|X-*) ;;
    https://deb.debian.org/*) grep -qrF "$(basename "$argument")" "$ROOT/codecs" ;;
    http*) grep -qF "$(echo "$argument" | sed -E 's|.*/v1/tts||; s|/clips/[^/]*|/clips/{clip_id}|; s|/exports/[^/]*|/exports/{export_id}|')" "$PATHS" ;;
  esac
done`,
  // Changes the machine: the units must be ours.
  systemctl: `for argument in "$@"; do
  case "$argument" in
    *declaim*) test -f "$ROOT/deploy/systemd/$(basename "$argument")" ;;
  esac
done`,
  // Needs a database and a bucket; test/operations/restore-drill.test.ts copies and restores both.
  pg_dump: 'test "$1" = --no-owner',
  createuser: 'test "$1" = --pwprompt',
  createdb: 'test "$1" = --owner',
  psql: 'test "$1" = --single-transaction',
  aws: 'test "$1 $2" = "s3 sync" || test "$1 $2" = "s3 mb"',
  useradd: 'test "$1" = --system',
  install: 'test "$1" = -d',
  runuser: 'test "$2" = declaim',
  // Installs software of other projects.
  'apt-get': 'test "$1" = install',
  pip: 'test -f "$ROOT/training/voice/requirements.txt"',
  find: 'test -n "$1"',
  // Trains for hours: the program must exist and know the options.
  python: `test -f "$ROOT/training/voice/$1"
for argument in "$@"; do
  case "$argument" in
    --version|--licence|--source) grep -q "$(echo "$argument" | cut -c3-)" "$ROOT/training/voice/$1" ;;
    --*) grep -rq -e "\\"$argument\\"" "$ROOT/training/voice" ;;
  esac
done`,
  // Builds a codec; test/codecs compares what came of it.
  sh: 'test -f "$ROOT/$1"',
  declaim: 'exec "$NODE" "$ROOT/test/docs/parse-command-line.ts" "$@"',
}

/** Writes the stand-ins into a folder for PATH. `paths` are those of the API document. */
export async function writeStandIns(
  folder: string,
  { root, node, paths }: StandInOptions & { readonly paths: readonly string[] },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const list = join(folder, 'paths.txt')
  await writeFile(list, paths.join('\n'))
  const settings = `ROOT='${root}' NODE='${node}' PATHS='${list}'`
  for (const [name, check] of Object.entries(STAND_INS)) {
    const file = join(folder, name)
    await writeFile(file, `#!/bin/bash\nset -euo pipefail\n${settings}\n${check}\n`)
    await chmod(file, 0o755)
  }
}
