// `npm test`: types, lint, dead code, then every test. `--fast` (npm run check) leaves out the slow ones.
// The last line is `N passed, M failed`; a check counts like a test.
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
  const code = await run(join(modules, 'vitest/vitest.mjs'), [
    'run',
    ...projects,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  if (!existsSync(report)) {
    process.stdout.write('FAIL the test runner did not finish\n')
    failed++
    return
  }
  const result = JSON.parse(readFileSync(report, 'utf8'))
  passed += result.numPassedTests
  failed += result.numFailedTests
  // A file that does not even load has no test that could fail, and a skipped test proves nothing.
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length
  failed += broken + result.numPendingTests + (result.numTodoTests ?? 0)
  if (code !== 0 && failed === 0) failed++
}

function run(program, args) {
  return new Promise((resolve) => {
    const child = spawn(runtime, ['--disable-warning=ExperimentalWarning', program, ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NO_COLOR: '1' },
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}
