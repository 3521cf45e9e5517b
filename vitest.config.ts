import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PATIENCE } from './test/support/patience.ts'

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
/** Tests that take seconds: left out of `npm run check`. */
const SLOW = ['{src,test,packages}/**/*.slow.test.ts']
const SLOW_TIMEOUT_MS = 600_000 * PATIENCE

/** Slow files first, so that at the end no process waits for the other. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return ['slow', 'fast', 'pure'].flatMap((name) =>
      sorted.filter(({ project }) => project.name === name),
    )
  }
}

// Files follow each other in two processes, which load the program and the engine once. Node loads
// the modules, as it does in production.
export default defineConfig({
  test: {
    globalSetup: 'test/support/run-folder.ts',
    runner: 'scripts/timed-runner.mjs',
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    experimental: { viteModuleRunner: false },
    testTimeout: 60_000 * PATIENCE,
    hookTimeout: 60_000 * PATIENCE,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 10_000 * PATIENCE } },
    projects: [
      {
        extends: true,
        test: {
          name: 'slow',
          include: SLOW,
          testTimeout: SLOW_TIMEOUT_MS,
          hookTimeout: SLOW_TIMEOUT_MS,
        },
      },
      { extends: true, test: { name: 'fast', include: ALL, exclude: [...PURE, ...SLOW] } },
      { extends: true, test: { name: 'pure', include: PURE, exclude: SLOW } },
    ],
  },
})
