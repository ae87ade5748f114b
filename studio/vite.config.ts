import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export default defineConfig({
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // ProseMirror and Yjs are one chunk. What a visit transfers has a limit of its own.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { input: [page('index.html'), page('reference.html')] },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
})
