// All tests where the npm registry lacks parts: prepares stand-ins and runs the tests with them.
// What failed runs once more on the product's own library under emulation; that verdict counts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/setup.mjs'
import { hasExactEngine, prepare } from './prepare.mjs'

const settings = await prepare()
const counts = test([], settings)
if (counts.broken.length > 0 && hasExactEngine()) {
  const names = counts.broken.map(({ name }) => name)
  const exact = { ...settings, ALMANAC_EMULATION: 'exact', ALMANAC_TEST_PATIENCE: '20' }
  const again = test(names, exact)
  for (const { passed, failed } of counts.broken) {
    counts.passed -= passed
    counts.failed -= failed
  }
  counts.passed += again.passed
  counts.failed += again.failed
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`)
}
process.exit(counts.failed === 0 ? 0 : 1)

/** Runs the tests of some files, or all, and returns what became of them. */
function test(files, environment) {
  const report = join(mkdtempSync(join(tmpdir(), 'almanac-ci-')), 'report.json')
  const { status } = spawnSync('node', ['scripts/test.mjs', '--all', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment, ALMANAC_TEST_REPORT: report },
  })
  // Without a report the test runner itself has failed.
  if (!existsSync(report)) process.exit(status === 0 ? 1 : (status ?? 1))
  return JSON.parse(readFileSync(report, 'utf8'))
}
