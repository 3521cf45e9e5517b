// Puts x64 programs under emulation in the place of native ones where the registry has none; see
// README.md.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root, setUp } from '../setup.mjs'

const modules = join(root, 'node_modules')
const folder = join(modules, '.emulation')
const require = createRequire(join(root, 'package.json'))
const NATIVE = '@chdb/lib-linux-arm64-gnu'
const X64 = '@chdb/lib-linux-x64-gnu'
const ANVIL = '@foundry-rs/anvil-linux-amd64'

// The newest library that is not built for AVX throughout.
const PLAIN_VERSION = '26.5.3'
const DEBIAN = {
  arm64: ['box64', 'libc6', 'libgcc-s1', 'qemu-user'],
  amd64: ['libc6', 'libgcc-s1', 'libstdc++6', 'libatomic1'],
}

const [arm, x64] = [join(folder, 'arm64/usr'), join(folder, 'amd64')]
const libraries = join(arm, 'lib/aarch64-linux-gnu')
const box64 = `'${libraries}/ld-linux-aarch64.so.1' --library-path '${libraries}' '${arm}/bin/box64'`
const BOX64_SETTINGS = [
  `export BOX64_LD_LIBRARY_PATH='${x64}/usr/lib/x86_64-linux-gnu' BOX64_NOBANNER=1 BOX64_LOG=0 BOX64_NORCFILES=1`,
  'export BOX64_AVX=0 BOX64_DYNAREC_STRONGMEM=1',
]

await setUp()
if (process.platform === 'linux' && process.arch === 'arm64') {
  if (!isInstalled(NATIVE)) prepareEngine()
  if (!existsSync(join(folder, 'anvil'))) prepareAnvil()
}

function prepareEngine() {
  say(
    'The npm registry has no engine library for Linux arm64: preparing an emulated one for the tests.',
  )
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  fetchDebian()
  fetchNpm()
  buildHost()
  // Last, because it is what says that all the rest is there.
  const binding = join(modules, NATIVE)
  mkdirSync(binding, { recursive: true })
  copyFileSync(join(import.meta.dirname, 'binding.cjs'), join(binding, 'index.js'))
  writeFileSync(
    join(binding, 'package.json'),
    JSON.stringify({ name: NATIVE, version: PLAIN_VERSION, main: 'index.js' }),
  )
  say('The emulated engine is ready.')
}

/**
 * The EVM node of the tests; it needs the emulator only, which is there already unless the engine
 * runs by itself.
 */
function prepareAnvil() {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'arm64'))) fetchDebian()
  unpack(
    `${ANVIL}@${require('./test/tools/package.json').optionalDependencies[ANVIL]}`,
    join(folder, 'anvil-x64'),
  )
  const program = join(folder, 'anvil-x64/bin/anvil')
  chmodSync(program, 0o755)
  launcher('anvil', [...BOX64_SETTINGS, `exec ${box64} '${program}' "$@"`])
  say('The emulated EVM node is ready.')
}

/**
 * The emulators, and the x64 libraries that x64 programs need, from the machine's own Debian
 * mirror, unpacked but not installed.
 */
function fetchDebian() {
  const uri = readdirSync('/etc/apt/sources.list.d')
    .map(
      (name) =>
        /^URIs: *(\S+)/m.exec(readFileSync(join('/etc/apt/sources.list.d', name), 'utf8'))?.[1],
    )
    .find((found) => found !== undefined)
  if (uri === undefined)
    throw new Error('No Debian mirror in /etc/apt/sources.list.d: this works on Debian only.')
  const apt = join(folder, 'apt')
  for (const part of ['lists/partial', 'archives/partial'])
    mkdirSync(join(apt, part), { recursive: true })
  // An older Debian has no box64 and a qemu with too little room for what it has translated.
  const list = join(apt, 'testing.list')
  writeFileSync(
    list,
    `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${uri} testing main\n`,
  )
  const settings = {
    'Dir::Etc::SourceList': list,
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': join(apt, 'lists'),
    'Dir::Cache': apt,
    'APT::Sandbox::User': 'root',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  options.push('-o', 'APT::Architectures::=arm64', '-o', 'APT::Architectures::=amd64', '-qq')
  run('apt-get', [...options, 'update'], apt)
  const packages = Object.entries(DEBIAN).flatMap(([architecture, names]) =>
    names.map((name) => `${name}:${architecture}`),
  )
  run('apt-get', [...options, 'download', ...packages], apt)
  for (const name of readdirSync(apt).filter((entry) => entry.endsWith('.deb'))) {
    run('dpkg', [
      '-x',
      join(apt, name),
      join(folder, name.endsWith('_amd64.deb') ? 'amd64' : 'arm64'),
    ])
  }
  rmSync(apt, { recursive: true })
  // Where programs look for their loader, whatever the layout of the packages.
  if (!existsSync(join(x64, 'lib'))) symlinkSync('usr/lib', join(x64, 'lib'))
  mkdirSync(join(x64, 'lib64'), { recursive: true })
  rmSync(join(x64, 'lib64/ld-linux-x86-64.so.2'), { force: true })
  symlinkSync(
    '../usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2',
    join(x64, 'lib64/ld-linux-x86-64.so.2'),
  )
}

/** The x64 libraries: a plain one for the embedded engine, the newest for servers. */
function fetchNpm() {
  unpack(`${X64}@${PLAIN_VERSION}`, join(folder, 'plain'))
  unpack(`${X64}@${require('chdb/package.json').optionalDependencies[X64]}`, join(folder, 'newest'))
  silenceTimers(join(folder, 'plain', 'libchdb.so'))
}

function unpack(name, into) {
  const work = join(folder, 'unpack')
  mkdirSync(work, { recursive: true })
  run('npm', ['pack', '--silent', name], work)
  const [archive] = readdirSync(work)
  run('tar', ['-xzf', archive], work)
  rmSync(into, { recursive: true, force: true })
  mkdirSync(join(into, '..'), { recursive: true })
  renameSync(join(work, 'package'), into)
  rmSync(work, { recursive: true })
}

/**
 * Inside the library, `timerfd_create(clock, flags)` becomes `eventfd2(0, flags)` and
 * `timerfd_settime` becomes `sched_yield()`, which returns 0: the emulator knows no timer
 * descriptors.
 */
function silenceTimers(path) {
  const library = readFileSync(path)
  // mov edx, esi; mov esi, edi; mov edi, <call>; xor eax, eax; call
  const find = (call) => library.indexOf(Buffer.from(`89f289febf${call}31c0e8`, 'hex'))
  const [create, setTime] = [find('1b010000'), find('1e010000')]
  if (create < 0 || setTime < 0)
    throw new Error('The library has no timer calls where they were expected.')
  library.write('89f231f6bf22010000', create, 'hex')
  library.write('bf18000000', setTime + 4, 'hex')
  writeFileSync(path, library)
}

/** The program that runs the libraries, and two commands that start it under an emulator. */
function buildHost() {
  if (spawnSync('x86_64-linux-gnu-gcc', ['--version']).status !== 0) {
    run('apt-get', ['-qq', 'update'])
    run('apt-get', ['-qq', '-y', 'install', 'gcc-x86-64-linux-gnu', 'libc6-dev-amd64-cross'])
  }
  const host = join(folder, 'host')
  run('x86_64-linux-gnu-gcc', [
    '-O1',
    '-pthread',
    '-o',
    host,
    join(import.meta.dirname, 'host.c'),
    '-ldl',
  ])
  const below47Bits = 'exec setarch aarch64 --addr-compat-layout'
  const qemu = `${below47Bits} '${arm}/bin/qemu-x86_64' -tb-size 512 -L '${x64}' '${host}'`
  launcher('quick', [
    ...BOX64_SETTINGS,
    `${below47Bits} ${box64} '${host}' embedded '${folder}/plain/libchdb.so' "$@"`,
  ])
  launcher('exact', [`${qemu} embedded '${folder}/newest/libchdb.so' "$@"`])
  launcher('server', [`${qemu} server '${folder}/newest/libchdb.so' "$@"`])
}

function launcher(name, lines) {
  writeFileSync(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(join(folder, name), 0o755)
}

function isInstalled(name) {
  return existsSync(join(modules, name, 'package.json'))
}

function run(command, args, cwd = folder) {
  const { status, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}

function say(text) {
  process.stderr.write(`${text}\n`)
}
