import { existsSync } from 'node:fs'
import { type BrowserServer, chromium } from 'playwright-core'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly browserEndpoint: string
  }
}

const PATHS = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser']

/** Starts Chromium; other processes connect to its `wsEndpoint()`. */
export function startBrowser(): Promise<BrowserServer> {
  const executablePath = PATHS.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error('Cannot test the Studio: no Chromium is installed')
  return chromium.launchServer({
    executablePath,
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', '--disable-dev-shm-usage', '--disable-gpu'],
  })
}

/** Builds the Studio and opens one browser for all test files. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await build({ root: 'studio', logLevel: 'warn' })
  const browser = await startBrowser()
  provide('browserEndpoint', browser.wsEndpoint())
  return () => browser.close()
}
