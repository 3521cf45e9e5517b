import { defineConfig } from 'vite'

// URLs within the build are relative: the service may be behind any prefix.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
})
