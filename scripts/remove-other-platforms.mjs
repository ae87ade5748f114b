/**
 * Removes what packages bring for other machines: libraries of ONNX Runtime for other systems and processors, and the headers of the Node that
 * npm brought. Prints how much that was. Plain JavaScript, so that any Node can run it after `npm ci`.
 *   node scripts/remove-other-platforms.mjs [node_modules]
 */
import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Paths below `modules` that this machine never reads. */
function listOthers(modules, { platform, arch }) {
  const others = []
  const libraries = join(modules, 'onnxruntime-node', 'bin')
  for (const version of existsSync(libraries) ? readdirSync(libraries) : []) {
    for (const system of readdirSync(join(libraries, version))) {
      const folder = join(libraries, version, system)
      if (system !== platform) others.push(folder)
      else for (const processor of readdirSync(folder)) if (processor !== arch) others.push(join(folder, processor))
    }
  }
  for (const name of existsSync(modules) ? readdirSync(modules) : [])
    if (/^node-(?:bin-)?(?:linux|darwin|win)-/.test(name)) others.push(join(modules, name, 'include'))
  return others.filter((path) => existsSync(path))
}

function sizeOf(path) {
  if (!statSync(path).isDirectory()) return statSync(path).size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

/** Removes them and returns how many bytes they were. */
export function removeOtherPlatforms(modules, machine = process) {
  let bytes = 0
  for (const path of listOthers(modules, machine)) {
    bytes += sizeOf(path)
    rmSync(path, { recursive: true })
  }
  return bytes
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const modules = process.argv[2] ?? join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules')
  console.log(`Removed ${Math.round(removeOtherPlatforms(modules) / 1e6)} MB that belong to other machines`)
}
