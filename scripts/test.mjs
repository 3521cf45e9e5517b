// `npm test`: types, lint, dead code and the quick tests, a sample of everything slow among them.
// `--long` (npm run test:long) runs the rest, `--all` both; `--check` (npm run check) runs the
// checks, the tests of pure rules and those beside changed files. Names of files run only these, without the other
// checks. The last line is `N passed, M failed`; a check counts like a test.
// ALMANAC_TEST_REPORT names a file for the counts.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, setUp } from './setup.mjs'

const CHECKS = [
  ['types', 'typescript/bin/tsc', ['-p', '.']],
  ['types of the explorer', 'typescript/bin/tsc', ['-p', 'explorer']],
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
const environment = {
  ...process.env,
  NO_COLOR: '1',
  // The program is compiled once for all processes that load it; scripts/almanac.mjs has the same.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'almanac'),
}

const tier = ['--check', '--long', '--all'].find((name) => process.argv.includes(name))
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const runtime = await setUp()
const modules = join(root, 'node_modules')
let passed = 0
let failed = 0
/** Tests that were not run, by what was missing. */
const notRun = {}
const broken = []
const failures = []

if (files.length > 0) await tests(files)
else {
  if (tier !== '--long') await checks()
  if (tier === '--check') await quickTests()
  if (tier === undefined || tier === '--all') await tests(['--project=fast', '--project=pure'])
  if (tier === '--long' || tier === '--all') await tests(['--project=slow'])
}
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

/** Tests of pure rules, and those in folders below src/ that differ from the last commit. */
async function quickTests() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const changed = [
    ...git('diff', '--name-only', 'HEAD', '--', 'src'),
    ...git('ls-files', '--others', '--exclude-standard', '--', 'src'),
  ]
  const folders = new Set(changed.filter(Boolean).map((path) => `${dirname(path)}/`))
  await tests(['--project=pure'])
  if (folders.size > 0) await tests(['--project=fast', '--passWithNoTests', ...folders])
}

async function tests(wanted) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-counts-'))
  const path = join(folder, 'counts.json')
  const reporter = `--reporter=${join(root, 'scripts/test-counts.mjs')}`
  const { code } = await run('vitest/vitest.mjs', ['run', ...wanted, reporter], {
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
  if (code === 0 || isExplained) return
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
