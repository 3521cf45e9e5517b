// A reporter of the test runner: names a failed test as soon as it fails, counts what became of
// the tests and writes it to the file that ALMANAC_TEST_COUNTS names.
import { writeFileSync } from 'node:fs'

// What test/support/missing-part.ts says.
const MISSING_PART = /^Not run: .*/

const SLOWEST = 15

// The test runner takes the default export of a reporter.
export default class TestCounts {
  onTestCaseResult(test) {
    if (test.result().state !== 'failed' || missingPart(test) !== undefined) return
    process.stdout.write(`\n${failureText(test.module, test.fullName, test.result().errors)}\n`)
  }

  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, notRun: {}, broken: [] }
    counts.failures = unhandledErrors.map(({ message }) => `FAIL ${message}`)
    for (const module of modules) addModule(counts, module)
    counts.slowest = slowestOf(modules)
    writeFileSync(process.env.ALMANAC_TEST_COUNTS, JSON.stringify(counts))
  }
}

function addModule(counts, module) {
  let passed = 0
  let failed = 0
  for (const test of module.children.allTests()) {
    const why = missingPart(test)
    if (test.result().state === 'passed') passed++
    else if (why === undefined) {
      failed++
      counts.failures.push(failureText(module, test.fullName, test.result().errors))
    } else counts.notRun[why] = (counts.notRun[why] ?? 0) + 1
  }
  // A file that does not even load has no test that could fail. What was not set up cannot be
  // taken down either, so a missing part explains the other errors of its file.
  const errors = module.errors()
  if (failed === 0 && errors.length > 0 && missingPartIn(errors) === undefined) {
    failed++
    counts.failures.push(failureText(module, 'the file', errors))
  }
  counts.passed += passed
  counts.failed += failed
  if (failed > 0) counts.broken.push({ name: module.moduleId, passed, failed })
}

function failureText(module, name, errors = []) {
  const [message = 'not run'] = errors.map((error) => error.message.split('\n')[0])
  return `FAIL ${module.relativeModuleId}: ${name}: ${message}`
}

function slowestOf(modules) {
  return modules
    .map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1)} s ${name}`)
}

/** What was missing when the test, or the group it belongs to, was set up. */
function missingPart(test) {
  if (test.result().state === 'failed') return missingPartIn(test.result().errors)
  // A test that was skipped proves nothing, unless its group could not be set up.
  for (let group = test.parent; group !== undefined; group = group.parent) {
    const why = missingPartIn(group.errors())
    if (why !== undefined) return why
  }
  return undefined
}

function missingPartIn(errors) {
  return errors.map(({ message }) => MISSING_PART.exec(message)?.[0]).find(Boolean)
}
