// Stand-ins under emulation: x64 programs run by emulators from Debian's packages. See README.md.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { engineVersion, folder, launcher, readManifest, run, unpack } from './folder.mjs'

const X64 = '@chdb/lib-linux-x64-gnu'
const ANVIL = '@foundry-rs/anvil-linux-amd64'
// The newest library that is not built for AVX throughout.
export const PLAIN_VERSION = '26.5.3'
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
const host = join(folder, 'host')
const below47Bits = 'exec setarch aarch64 --addr-compat-layout'
const qemu = `${below47Bits} '${arm}/bin/qemu-x86_64' -tb-size 512 -L '${x64}' '${host}'`

/** ClickHouse servers and an engine, slow and exact: only the library for C can be a server. */
export function prepareExact() {
  fetchDebian()
  unpack(`${X64}@${engineVersion(X64)}`, join(folder, 'newest'))
  buildHost()
  launcher('server', [`${qemu} server '${folder}/newest/libchdb.so' "$@"`])
  launcher('exact', [`${qemu} embedded '${folder}/newest/libchdb.so' "$@"`])
}

/** A quick engine, which is not exact. */
export function prepareQuick() {
  unpack(`${X64}@${PLAIN_VERSION}`, join(folder, 'plain'))
  silenceTimers(join(folder, 'plain', 'libchdb.so'))
  launcher('quick', [
    ...BOX64_SETTINGS,
    `${below47Bits} ${box64} '${host}' embedded '${folder}/plain/libchdb.so' "$@"`,
  ])
}

/** The EVM node of the tests, which needs the emulator only. */
export function prepareEmulatedEvm() {
  if (!existsSync(arm)) fetchDebian()
  unpack(`${ANVIL}@${anvilVersion()}`, join(folder, 'anvil-x64'))
  const program = join(folder, 'anvil-x64/bin/anvil')
  chmodSync(program, 0o755)
  launcher('evm', [...BOX64_SETTINGS, `exec ${box64} '${program}' "$@"`])
}

function anvilVersion() {
  return readManifest('test/tools/package.json').optionalDependencies[ANVIL]
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

/** The program that runs the libraries. */
function buildHost() {
  if (spawnSync('x86_64-linux-gnu-gcc', ['--version']).status !== 0) {
    run('apt-get', ['-qq', 'update'])
    run('apt-get', ['-qq', '-y', 'install', 'gcc-x86-64-linux-gnu', 'libc6-dev-amd64-cross'])
  }
  const source = join(import.meta.dirname, 'host.c')
  run('x86_64-linux-gnu-gcc', ['-O1', '-pthread', '-o', host, source, '-ldl'])
}
