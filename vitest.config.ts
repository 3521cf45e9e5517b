import { defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

const ALL = ['src/**/*.test.{ts,js}', 'test/**/*.test.ts']
/** Tests of pure rules, which share one process; none of them opens an engine. */
const PURE = ['src/{lib,derive}/**/*.test.ts', 'src/domains/*/derive/**/*.test.ts', 'src/{config,http/parameters}.test.ts']
/** Tests that take seconds: left out of `npm run check`. */
const SLOW = ['{src,test}/**/*.slow.test.ts']

// Fast files follow each other in two processes, which saves loading the program for each of them.
// The embedded engine has one data directory at a time per process, so a file closes its engine
// when it is done. Slow files have a process of their own each.
export default defineConfig({
  test: {
    globalSetup: 'test/support/run-folder.ts',
    pool: 'forks',
    maxWorkers: 2,
    experimental: { viteModuleRunner: false },
    testTimeout: 60_000 * PATIENCE,
    hookTimeout: 60_000 * PATIENCE,
    teardownTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude: SLOW, isolate: false } },
      { extends: true, test: { name: 'fast', include: ALL, exclude: [...PURE, ...SLOW], isolate: false } },
      { extends: true, test: { name: 'slow', include: SLOW, isolate: false, testTimeout: 600_000 * PATIENCE, hookTimeout: 600_000 * PATIENCE } },
    ],
  },
})
