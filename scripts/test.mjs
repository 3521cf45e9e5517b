// `npm test`: types, lint, dead code, then every test. `--fast` (npm run check) leaves out the slow
// ones. The last line is `N passed, M failed`; a check counts like a test.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, setUp } from './setup.mjs'

const isFast = process.argv.includes('--fast')
const runtime = await setUp()
const modules = join(root, 'node_modules')
const folder = mkdtempSync(join(tmpdir(), 'almanac-test-'))
const report = join(folder, 'report.json')
const isEmulated = existsSync(join(modules, '.emulation'))
let passed = 0
let failed = 0

await check('types', 'typescript/bin/tsc', ['-p', '.'])
await check('lint and format', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])
await check('dead code', 'knip/bin/knip.js', [])
await tests()
rmSync(folder, { recursive: true, force: true })
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)

async function check(name, program, args) {
  const startedMs = Date.now()
  const code = await run(join(modules, program), args)
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`)
  if (code === 0) passed++
  else failed++
}

async function tests() {
  const projects = isFast ? ['--project', 'pure', '--project', 'fast'] : []
  const first = await runTests(projects)
  // Where the engine runs under a quick emulator that errs in last digits, what failed is asked
  // once more of an exact one.
  const doubtful = isEmulated ? first.filter(isBroken).map(({ name }) => name) : []
  const again =
    doubtful.length === 0
      ? []
      : await runTests([...projects, ...doubtful], { ALMANAC_EMULATION: 'exact' })
  for (const file of [...first.filter(({ name }) => !doubtful.includes(name)), ...again])
    count(file)
}

/** Runs tests and returns what became of each file. */
async function runTests(args, env = {}) {
  rmSync(report, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(join(modules, 'vitest/vitest.mjs'), ['run', ...args, ...reporters], env)
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []
  if (files.length > 0 && (code === 0 || files.some(isBroken))) return files
  process.stdout.write('FAIL the test runner did not finish\n')
  failed++
  return files
}

function isBroken({ status, assertionResults }) {
  return status === 'failed' || assertionResults.some((test) => test.status !== 'passed')
}

// A file that does not even load has no test that could fail, and a skipped test proves nothing.
function count({ status, assertionResults }) {
  const good = assertionResults.filter((test) => test.status === 'passed').length
  passed += good
  failed += assertionResults.length - good
  if (status === 'failed' && good === assertionResults.length) failed++
}

function run(program, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(runtime, ['--disable-warning=ExperimentalWarning', program, ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NO_COLOR: '1', ...env },
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}
