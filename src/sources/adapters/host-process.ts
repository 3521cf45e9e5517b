import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolderOf } from './host-folder.ts'
import type { HostJob } from './messages.ts'
import { rpcUrl } from './own-hosts.ts'

const PROGRAM_FOLDER = fileURLToPath(new URL('.', import.meta.url))
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
const PACKAGES = realpathSync(join(PROJECT, 'node_modules'))
const PROGRAM = join(PROGRAM_FOLDER, 'host/main.ts')

const FIRST_BLOCK_OF_SDKS = 100

/** No memory dumps, no file above the quota; then the program takes the place of the shell. */
const LIMITED = 'ulimit -c 0; ulimit -f "$1"; shift; unset PWD OLDPWD; exec "$@"'
/** Ends when the service does, however that ends: then the adapter's process and folder go too. */
const WATCHDOG =
  'read _; kill -s KILL -- "-$1"; chmod -R u+rwX "$2"; rm -rf "$2"; sleep 1; rm -rf "$2"'

export interface HostStart {
  /** The program that runs it. */
  node: string
  job: Pick<HostJob, 'checkout' | 'chains'>
  folder: string
  memoryMb: number
  diskBytes: number
  /** Keys of the chains with configured nodes. */
  chains: readonly string[]
  user: HostUser | null
}

/** What the process must be able to read besides the checkout. */
export function listProgramPaths(node: string): string[] {
  return [node, PROGRAM, PACKAGES]
}

/** Starts the process of an adapter in a group of its own; descriptor 3 is the channel to it. */
export function startHostProcess(start: HostStart): ChildProcess {
  const { node, folder, memoryMb, diskBytes, chains, user, job } = start
  const nodes = chains.map((chain) => [`${chain.toUpperCase()}_RPC`, rpcUrl(chain)])
  // SDKs look for blocks from 100 on, which a chain of one's own may not have.
  const young = job.chains
    .filter(({ block }) => block <= FIRST_BLOCK_OF_SDKS)
    .map(({ chain }) => [`${chain.toUpperCase()}_BLOCK_LOW`, '0'])
  const options = [
    ...listPermissions(start),
    '--no-warnings',
    `--max-old-space-size=${memoryMb}`,
    PROGRAM,
  ]
  return spawn('/bin/sh', ['-c', LIMITED, 'sh', String(diskBytes / 512), node, ...options], {
    cwd: folder,
    // Nothing of the service's own environment: it may hold secrets.
    env: {
      ...Object.fromEntries([...nodes, ...young]),
      TZ: 'UTC',
      HOME: folder,
      TMPDIR: folder,
      TVL_LOCAL_CACHE_ROOT_FOLDER: cacheFolderOf(folder),
      // The newest block is that of that time: SDKs would take an earlier one for a stuck node.
      SKIP_BLOCK_VALIDATION_CHAINS: chains.join(','),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
    ...user,
  })
}

function listPermissions({ job: { checkout }, folder }: HostStart): string[] {
  const readable = [
    `${checkout}/*`,
    `${PROGRAM_FOLDER}*`,
    join(PROJECT, 'src/lib/at.ts'),
    join(PROJECT, 'src/lib/without-controls.ts'),
    join(PROJECT, 'package.json'),
    // In a second working copy this is a link: packages are found by one name and read by the other.
    join(PROJECT, 'node_modules/*'),
    `${PACKAGES}/*`,
    `${folder}/*`,
    folder,
  ]
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}/*`,
  ]
}

/** Waits in a process of its own, because a service that was killed can no longer clean up. */
export function startWatchdog(pid: number, folder: string): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', String(pid), folder], {
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // If it cannot be started, the service still ends the process itself.
  watchdog.on('error', () => undefined)
  watchdog.stdin?.on('error', () => undefined)
  return watchdog
}

/** Ends the whole group at once and waits until the process is gone. */
export async function endHostProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  const ended = hasEnded ? undefined : new Promise((resolve) => child.once('exit', resolve))
  killGroup(child.pid)
  await ended
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The user that owns nothing, on Linux and elsewhere. */
const NOBODY = process.platform === 'darwin' ? -2 : 65_534

export interface HostUser {
  uid: number
  gid: number
}

/** As root, adapters run as nobody if that user can read what they need; null: as the service. */
export async function findHostUser(
  readable: readonly string[],
  entered: readonly string[],
): Promise<HostUser | null> {
  if (process.getuid?.() !== 0) return null
  const open = await Promise.all([...readable.map(isOpenToAll), ...entered.map(canAllEnter)])
  return open.every((isOpen) => isOpen) ? { uid: NOBODY, gid: NOBODY } : null
}

/** Whether everybody may read a file or folder, and enter the folders above it. */
async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  return (mode & 0o004) !== 0 && canAllEnter(dirname(path))
}

async function canAllEnter(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false
  return dirname(folder) === folder || canAllEnter(dirname(folder))
}
