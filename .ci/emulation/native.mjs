// Stand-ins that are native to the machine: the engine of its Python package, and an EVM of npm.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { engineVersion, folder, launcher, run, unpack } from './folder.mjs'

const ENGINE = '@chdb/lib-linux-arm64-gnu'
const WHEEL = 'chdb-core'
const PLATFORM = 'manylinux2014_aarch64'
const INDEX = 'https://pypi.org/simple'
const TRIAL = `import sys
sys.path.insert(0, sys.argv[1])
from chdb import _chdb
writer, reader = _chdb.connect(sys.argv[2]), _chdb.connect(sys.argv[2])
writer.query('CREATE TABLE trial (a UInt32) ENGINE = MergeTree ORDER BY a')
writer.query('INSERT INTO trial FORMAT JSONEachRow {"a": 7}')
found = reader.query('SELECT sum(a) FROM trial WHERE a = {a:UInt32}', 'CSV', params={'a': '7'})
assert found.bytes() == b'7\\n'`
const EVM = '@nomicfoundation/edr'
const EVM_LIBRARY = '@nomicfoundation/edr-linux-arm64-gnu'
const EVM_VERSION = '0.13.0'
const MNEMONIC = 'test test test test test test test test test test test junk'

/**
 * The library in the wheel has no functions for C, only those for Python, so a Python process runs
 * it (host.py).
 */
export async function prepareNativeEngine() {
  if (spawnSync('python3', ['--version']).status !== 0)
    for (const args of [['update'], ['-y', 'install', 'python3']]) run('apt-get', ['-qq', ...args])
  const wheel = join(folder, 'wheel')
  const work = join(folder, 'download')
  for (const path of [wheel, work]) rmSync(path, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  await fetchWheel(engineVersion(ENGINE).split('-')[0], work)
  run('python3', ['-m', 'zipfile', '-e', join(work, readdirSync(work)[0]), wheel])
  run('python3', ['-c', TRIAL, wheel, work])
  rmSync(work, { recursive: true })
  launcher('native', [`exec python3 '${join(import.meta.dirname, 'host.py')}' '${wheel}' "$@"`])
}

/** By pip where there is one, since it knows the machine's mirror. */
async function fetchWheel(version, into) {
  const only = ['--no-deps', '--only-binary=:all:', '--platform', PLATFORM]
  const pip = ['-m', 'pip', 'download', ...only, '-d', into, `${WHEEL}==${version}`]
  if (spawnSync('python3', pip).status === 0) return
  const page = await fetch(`${INDEX}/${WHEEL}/`)
  const links = [...(await page.text()).matchAll(/href="([^"#]*)/g)].map(([, link]) => link)
  const link = links.find((url) => url.includes(`-${version}-`) && url.includes(PLATFORM))
  if (link === undefined) throw new Error(`${INDEX} has no ${WHEEL} ${version} for ${PLATFORM}.`)
  const wheel = await fetch(new URL(link, page.url))
  writeFileSync(join(into, 'engine.whl'), new Uint8Array(await wheel.arrayBuffer()))
}

/** Takes the place of anvil, which npm has for x64 only (evm-node.mjs). */
export function prepareNativeEvm(runtime) {
  const place = join(folder, 'edr')
  for (const name of [EVM, EVM_LIBRARY])
    unpack(`${name}@${EVM_VERSION}`, join(place, 'node_modules', name))
  writeFileSync(join(place, 'package.json'), '{}')
  const program = join(import.meta.dirname, 'evm-node.mjs')
  launcher('evm', [`exec '${runtime}' '${program}' '${place}' "$@"`])
  const trial = spawnSync(join(folder, 'evm'), ['--port', '0', '--mnemonic', MNEMONIC], {
    encoding: 'utf8',
    timeout: 10_000,
  })
  if (!trial.stdout.includes('Listening on'))
    throw new Error(`The EVM did not start: ${trial.stderr}`)
}
