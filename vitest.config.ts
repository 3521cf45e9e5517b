import { defineConfig } from 'vitest/config'

const FAST = ['src/**/*.test.{ts,js}', 'test/**/*.test.ts']
const SLOW = ['**/*.slow.test.ts']

// Each file runs in a process of its own: the embedded engine has one data directory per process.
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'fast', include: FAST, exclude: SLOW } },
      { extends: true, test: { name: 'slow', include: SLOW.map((pattern) => `{src,test}/${pattern}`), testTimeout: 600_000 } },
    ],
  },
})
