// A reporter of the test runner: shows a failed test as soon as it fails and a line of progress
// each minute, counts what became of the tests and writes it to the file that ALMANAC_TEST_COUNTS
// names; what each file took goes to .build/test-times.json. What tests print is not shown.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

// What test/support/missing-part.ts says.
const MISSING_PART = /^Not run: .*/

const SLOWEST = 15
const TIMES = join(import.meta.dirname, '..', '.build', 'test-times.json')
const PROGRESS_MS = 60_000
/** Lines of a message or a difference that are shown: a long one hides the next failure. */
const MAX_LINES = 30

// The test runner takes the default export of a reporter.
export default class TestCounts {
  #startedMs = Date.now()
  #ended = 0
  #progress

  onTestRunStart() {
    this.#progress = setInterval(() => {
      const minutes = Math.round((Date.now() - this.#startedMs) / 60_000)
      process.stdout.write(`${minutes} min: ${this.#ended} tests\n`)
    }, PROGRESS_MS)
    this.#progress.unref()
  }

  onTestCaseResult(test) {
    this.#ended++
    const { state, errors } = test.result()
    if (state !== 'failed' || missingPart(test) !== undefined) return
    const lines = [failureText(test.module, test.fullName, errors), ...errors.flatMap(detailsOf)]
    process.stdout.write(`${lines.join('\n')}\n`)
  }

  /** What failed before or after its tests: those that were not run say nothing themselves. */
  onTestModuleEnd(module) {
    // A run that is cut off leaves what it knew.
    saveTimes([timesOf(module)])
    for (const group of [module, ...module.children.allSuites()]) {
      const errors = group.errors()
      if (errors.length === 0 || missingPartIn(errors) !== undefined) continue
      const name = group === module ? 'set-up or end of the file' : group.fullName
      const lines = [failureText(module, name, errors), ...errors.flatMap(detailsOf)]
      process.stdout.write(`${lines.join('\n')}\n`)
    }
  }

  onTestRunEnd(modules, unhandledErrors) {
    clearInterval(this.#progress)
    const counts = { passed: 0, failed: unhandledErrors.length, notRun: {}, broken: [] }
    counts.failures = unhandledErrors.map(({ message }) => `FAIL ${message}`)
    for (const module of modules) addModule(counts, module)
    const times = modules.map(timesOf).sort((a, b) => b.wallMs - a.wallMs)
    counts.slowest = times.slice(0, SLOWEST).map(({ file, ...took }) => timeLine(file, took))
    counts.folders = byFolder(times).map(({ folder, ...took }) => timeLine(folder, took))
    writeFileSync(process.env.ALMANAC_TEST_COUNTS, JSON.stringify(counts))
  }
}

/** Beside those of other files, of this run and of earlier ones. */
function saveTimes(times) {
  mkdirSync(dirname(TIMES), { recursive: true })
  const known = existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : []
  const all = new Map([...known, ...times].map((one) => [one.file, one]))
  const sorted = [...all.values()].sort((a, b) => b.wallMs - a.wallMs)
  writeFileSync(TIMES, `${JSON.stringify(sorted, undefined, 1)}\n`)
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
  const [message = 'not run'] = errors.map(
    ({ message: text = 'no message' }) => text.split('\n')[0],
  )
  return `FAIL ${module.relativeModuleId}: ${name}: ${message}`
}

/** What else the message says, where it failed, what was expected, and what caused it. */
function detailsOf({ message = '', diff = '', stacks = [], cause }) {
  const places = stacks
    .slice(0, 3)
    .map(({ file, line, column }) => `  at ${file}:${line}:${column}`)
  const caused =
    cause?.message === undefined ? [] : [...linesOf(cause.message).slice(0, 1), ...detailsOf(cause)]
  return [...linesOf(message).slice(1), ...places, ...linesOf(diff), ...caused]
}

function linesOf(text) {
  const lines = stripVTControlCharacters(text).split('\n').filter(Boolean)
  return lines.slice(0, MAX_LINES).map((line) => `  ${line}`)
}

/** What a file took, its imports included; `cpuMs` is set by scripts/timed-runner.mjs. */
function timesOf(module) {
  const { collectDuration, duration } = module.diagnostic()
  const { cpuMs = 0 } = module.meta()
  const project = module.project.name
  return { file: module.relativeModuleId, project, wallMs: collectDuration + duration, cpuMs }
}

function byFolder(times) {
  const groups = Map.groupBy(times, ({ file }) =>
    file.split('/').slice(0, -1).slice(0, 2).join('/'),
  )
  const sum = (files, name) => files.reduce((total, file) => total + file[name], 0)
  return [...groups]
    .map(([folder, files]) => ({
      folder: `${folder} (${files.length} files)`,
      wallMs: sum(files, 'wallMs'),
      cpuMs: sum(files, 'cpuMs'),
    }))
    .sort((a, b) => b.wallMs - a.wallMs)
}

function timeLine(name, { wallMs, cpuMs }) {
  const [wall, cpu] = [wallMs, cpuMs].map((ms) => `${(ms / 1000).toFixed(1)} s`.padStart(9))
  return `${wall} ${cpu} CPU  ${name}`
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
  return errors.map(({ message = '' }) => MISSING_PART.exec(message)?.[0]).find(Boolean)
}
