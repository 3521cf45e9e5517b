import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PATIENCE } from './test/support/patience.ts'

const ROOT = import.meta.dirname
const ALL = [
  'src/**/*.test.{ts,js}',
  'test/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'explorer/src/**/*.test.ts',
]
/** Tests of pure rules: none of them opens an engine. */
const PURE = [
  'src/{lib,derive}/**/*.test.ts',
  'explorer/src/lib/**/*.test.ts',
  'src/domains/*/derive/**/*.test.ts',
  'src/{config,http/parameters}.test.ts',
]
/** `npm run test:long`: all that needs minutes, or proves more of what `npm test` samples. */
const SLOW = ['{src,test,packages}/**/*.slow.test.ts']
// Long, since a machine may be busy: what fails does so by itself, long before.
const TIMEOUT_MS = 300_000 * PATIENCE
const SLOW_TIMEOUT_MS = 900_000 * PATIENCE

/** Tests of the whole service first, so that at the end no process waits for the other. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const whole = sorted.filter(({ moduleId }) => moduleId.startsWith(`${ROOT}/test/`))
    return [...whole, ...sorted.filter((file) => !whole.includes(file))]
  }
}

// Files follow each other in a few processes, which load the program and the engine once. Node loads
// the modules, as it does in production.
export default defineConfig({
  test: {
    globalSetup: 'test/support/run-folder.ts',
    runner: 'scripts/timed-runner.mjs',
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    experimental: { viteModuleRunner: false },
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 * PATIENCE } },
    projects: [
      {
        extends: true,
        test: {
          name: 'slow',
          include: SLOW,
          // Many of these tests wait for processes of their own.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: SLOW_TIMEOUT_MS,
          hookTimeout: SLOW_TIMEOUT_MS,
        },
      },
      { extends: true, test: { name: 'fast', include: ALL, exclude: [...PURE, ...SLOW] } },
      { extends: true, test: { name: 'pure', include: PURE, exclude: SLOW } },
    ],
  },
})
