#!/usr/bin/env node
// `almanac <command>`: sets the project up if needed, then runs the program on the pinned Node.
// `--run <file>` runs another TypeScript file of the project instead (benchmarks, scaffolding).
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { explorerFolder } from './build-explorer.mjs'
import { root, setUp } from './setup.mjs'

const args = process.argv.slice(2)
// Benchmarks and scaffolding use the tools of the tests; the service does without.
const isService = args[0] !== '--run'
const runtime = await setUp(isService ? 'run' : 'tests')
const program = isService ? join(root, 'src', 'main.ts') : resolve(root, args.splice(0, 2)[1])

const env = {
  // Compiled code is cached between starts, which halves the time to load it.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'almanac'),
  // The engine's queries, compression and files wait in this pool; fewer threads would make them
  // wait for each other.
  UV_THREADPOOL_SIZE: '12',
  ...process.env,
}
// The explorer is built once, beside the start; until then its pages say so.
if (isService && args[0] === 'serve' && env.ALMANAC_EXPLORER !== 'off') {
  const folder = explorerFolder(root)
  if (folder !== undefined) env.ALMANAC_BUILT_EXPLORER = folder
  if (folder !== undefined && env.ALMANAC_EXPLORER_DIR === undefined && !existsSync(folder))
    buildExplorer()
}
const child = spawn(runtime, ['--disable-warning=ExperimentalWarning', program, ...args], {
  stdio: 'inherit',
  env,
})
// npm and process managers signal this process; the program behind it must get the signal and
// decide the exit code.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm may end on a signal without passing it on; what it started must not stay behind.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref()
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

/** At a low priority and for itself: a build that fails is a line, and never stops the service. */
function buildExplorer() {
  const builder = spawn(runtime, [join(root, 'scripts', 'build-explorer.mjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  builder.stderr.on('data', (chunk) => {
    said += chunk
  })
  builder.on('exit', (code) => {
    if (code !== 0)
      process.stderr.write(`The explorer could not be built: ${said.split('\n')[0]}\n`)
  })
  try {
    setPriority(builder.pid, 10)
  } catch {
    // Not every system lets a process be slowed.
  }
}
