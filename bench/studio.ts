/**
 * Measures the Studio in Chromium: the size of a first visit, and how soon the page, its sound, lit words and typed letters come.
 * The measurement has the types of a page, so that it is a program of its own.
 */
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(process.execPath, ['studio/scripts/measure-studio.ts'], { stdio: 'inherit' })
process.exitCode = status ?? 1
