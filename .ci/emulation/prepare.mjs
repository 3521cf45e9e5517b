// Brings what the npm registry lacks for this machine into node_modules/.emulation, native where
// that can be had, else under emulation. Returns what the tests must be told. See README.md.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setUp } from '../../scripts/setup.mjs'
import { PLAIN_VERSION, prepareEmulatedEvm, prepareExact, prepareQuick } from './emulated.mjs'
import { folder, modules, say } from './folder.mjs'
import { prepareNativeEngine, prepareNativeEvm } from './native.mjs'

const ENGINE = '@chdb/lib-linux-arm64-gnu'
/** Says which version of these files made the folder. */
const STAMP = join(folder, 'prepared')

/** The settings of the tests; none when the registry has everything. */
export async function prepare() {
  const runtime = await setUp()
  const hasEngine = existsSync(join(modules, ENGINE, 'chdb_node.node'))
  const wanted = `${hashOfFiles()} ${hasEngine ? 'evm' : 'engine and evm'}`
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    if (!hasEngine) await prepareEngine()
    await attempt('EVM node', () => prepareNativeEvm(runtime), prepareEmulatedEvm)
    writeFileSync(STAMP, wanted)
  }
  const evm = { ALMANAC_TEST_EVM: join(folder, 'evm') }
  if (hasEngine) return evm
  return { ...evm, ALMANAC_TEST_CLICKHOUSE: join(folder, 'server'), ALMANAC_TEST_PATIENCE: '4' }
}

/** Whether there is an engine whose results are those of the product's own library. */
export function hasExactEngine() {
  return existsSync(join(folder, 'exact'))
}

async function prepareEngine() {
  say('The npm registry has no engine library for Linux arm64: preparing a stand-in for the tests.')
  prepareExact()
  await attempt('engine', prepareNativeEngine, prepareQuick)
  const binding = join(modules, ENGINE)
  mkdirSync(binding, { recursive: true })
  copyFileSync(join(import.meta.dirname, 'binding.cjs'), join(binding, 'index.js'))
  const manifest = { name: ENGINE, version: PLAIN_VERSION, main: 'index.js' }
  writeFileSync(join(binding, 'package.json'), JSON.stringify(manifest))
}

async function attempt(what, native, emulated) {
  try {
    await native()
    say(`The ${what} of the tests is native.`)
  } catch (error) {
    say(`No native ${what}: ${error.message}`)
    await emulated()
    say(`The ${what} of the tests is emulated.`)
  }
}

function hashOfFiles() {
  const hash = createHash('sha256')
  for (const name of readdirSync(import.meta.dirname).sort())
    hash.update(readFileSync(join(import.meta.dirname, name)))
  return hash.digest('hex')
}
