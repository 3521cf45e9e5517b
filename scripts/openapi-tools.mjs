// `node scripts/openapi-tools.mjs`: installs what the slow tests of the OpenAPI document run besides
// the project's own packages: generators of clients (npm), a fuzzer, readers of tables and an object store (Python).
// They live apart in .tools/openapi, because they need another compiler than the project and no test
// else needs them.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const source = join(root, 'test', 'tools', 'openapi')
const folder = join(root, '.tools', 'openapi')
mkdirSync(folder, { recursive: true })

const NPM = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
const PIP = ['install', '--quiet', '--disable-pip-version-check', '-r']
const isDone = [
  install('the generators', ['.npmrc', 'package.json', 'package-lock.json'], () =>
    run('npm', [...NPM, '--loglevel=error']),
  ),
  install('the fuzzer', ['requirements.txt'], () => runPip('venv', 'requirements.txt')),
  install('the readers of tables', ['readers.txt'], () => runPip('readers', 'readers.txt')),
  install('the object store', ['objects.txt'], () => runPip('objects', 'objects.txt')),
]
process.exit(isDone.every(Boolean) ? 0 : 1)

/** Installs one part unless its lists are the same as last time. */
function install(what, lists, work) {
  const paths = lists.map((name) => join(name === '.npmrc' ? root : source, name))
  const hash = createHash('sha256')
  for (const path of paths) hash.update(readFileSync(path))
  const digest = hash.digest('hex')
  const stamp = join(folder, `.${lists.at(-1)}.stamp`)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return true
  process.stderr.write(`Installing ${what} of the OpenAPI tests …\n`)
  for (const [index, path] of paths.entries()) copyFileSync(path, join(folder, lists[index]))
  try {
    work()
  } catch (error) {
    process.stderr.write(`Could not install ${what}: ${error.message}\n`)
    return false
  }
  writeFileSync(stamp, digest)
  return true
}

/** A virtual environment with the packages of a list. */
function runPip(environment, list) {
  run('python3', ['-m', 'venv', environment])
  run(join(folder, environment, 'bin', 'pip'), [...PIP, list])
}

function run(command, args) {
  const { status, error, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr.trim()}`)
}
