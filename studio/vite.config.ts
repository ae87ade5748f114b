import { defineConfig } from 'vite'

export default defineConfig({
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
})
