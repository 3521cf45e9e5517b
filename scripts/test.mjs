// `npm test`: types, lint, dead code and every test. `--fast` (npm run check) leaves out the slow
// tests; names of files run only these, without the other checks. The last line is `N passed, M
// failed`; a check counts like a test. ALMANAC_TEST_REPORT names a file for the counts.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, setUp } from './setup.mjs'

const CHECKS = [
  ['types', 'typescript/bin/tsc', ['-p', '.']],
  ['lint and format', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  ['dead code', 'knip/bin/knip.js', []],
]
const NOTHING = {
  passed: 0,
  failed: 0,
  notRun: {},
  broken: [],
  failures: [],
  slowest: [],
  folders: [],
}
const environment = { ...process.env, NO_COLOR: '1' }

const isFast = process.argv.includes('--fast')
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const runtime = await setUp()
const modules = join(root, 'node_modules')
let passed = 0
let failed = 0
/** Tests that were not run, by what was missing. */
const notRun = {}
const broken = []
const failures = []

// Side by side: the tests leave a core idle now and then.
await Promise.all([files.length === 0 ? checks() : undefined, tests()])
for (const line of failures) process.stdout.write(`${line}\n`)
for (const [why, count] of Object.entries(notRun)) process.stdout.write(`${why} (${count} tests)\n`)
const { ALMANAC_TEST_REPORT: report } = process.env
if (report) writeFileSync(report, JSON.stringify({ passed, failed, broken }))
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)

async function checks() {
  for (const [name, program, args] of CHECKS) {
    const startedMs = Date.now()
    const { code, output } = await run(program, args)
    const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
    const verdict = code === 0 ? 'ok  ' : `${output}FAIL`
    process.stdout.write(`\n${verdict} ${name} (${seconds} s)\n`)
    if (code === 0) passed++
    else failed++
  }
}

async function tests() {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-counts-'))
  const path = join(folder, 'counts.json')
  const projects = isFast ? ['--project', 'pure', '--project', 'fast'] : []
  const reporter = `--reporter=${join(root, 'scripts/test-counts.mjs')}`
  const { code } = await run('vitest/vitest.mjs', ['run', ...projects, ...files, reporter], {
    stdio: 'inherit',
    env: { ...environment, ALMANAC_TEST_COUNTS: path },
  })
  const counts = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : NOTHING
  rmSync(folder, { recursive: true, force: true })
  passed += counts.passed
  failed += counts.failed
  Object.assign(notRun, counts.notRun)
  broken.push(...counts.broken)
  failures.push(...counts.failures)
  if (files.length === 0)
    process.stdout.write(
      `\nBy folder:\n${counts.folders.join('\n')}\n\nSlowest:\n${counts.slowest.join('\n')}\n\n`,
    )
  const isExplained = counts.failed > 0 || Object.keys(counts.notRun).length > 0
  if (counts.passed > 0 ? code === 0 || isExplained : isExplained) return
  process.stdout.write('FAIL the test runner did not finish\n')
  failed++
}

function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(
      runtime,
      ['--disable-warning=ExperimentalWarning', join(modules, program), ...args],
      { cwd: root, env: environment, ...options },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
      })
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
