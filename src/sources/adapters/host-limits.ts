import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type DiskUse, measureDisk } from './host-folder.ts'

export interface HostLimits {
  memoryMb: number
  timeSec: number
}

export const DEFAULT_LIMITS: HostLimits = { memoryMb: 1024, timeSec: 600 }

/** What a module may write into its temporary folder. */
export const DISK_QUOTA: DiskUse = { bytes: 256 * 1024 * 1024, files: 20_000 }
const WATCH_EVERY_MS = 100
/** What the runtime itself needs. */
const OVERHEAD_MB = 256

/** Watches a process from outside; the returned function ends the watch. */
export function watchHost(
  { pid, folder, limits }: { pid: number | undefined; folder: string; limits: HostLimits },
  fail: (why: string) => void,
): () => void {
  const { memoryMb, timeSec } = limits
  const timer = setTimeout(
    () => fail(`it took longer than ${timeSec} s; --time gives it longer`),
    timeSec * 1000,
  )
  let isStopped = false
  const look = async (): Promise<void> => {
    const residentMb = await readResidentMb(pid)
    if (residentMb !== undefined && residentMb > memoryMb + OVERHEAD_MB)
      fail(`it took more than ${memoryMb} MB of memory; --memory gives it more`)
    const { bytes, files } = await measureDisk(folder, pid, DISK_QUOTA)
    if (bytes > DISK_QUOTA.bytes || files > DISK_QUOTA.files)
      fail(`it wrote more than ${DISK_QUOTA.bytes / 1024 / 1024} MB or ${DISK_QUOTA.files} files`)
  }
  let next = setTimeout(turn, WATCH_EVERY_MS)
  function turn(): void {
    void look().finally(() => {
      if (!isStopped) next = setTimeout(turn, WATCH_EVERY_MS)
    })
  }
  return () => {
    isStopped = true
    clearTimeout(timer)
    clearTimeout(next)
  }
}

/** Memory outside the heap has no limit that could be set beforehand. Undefined: it has ended. */
async function readResidentMb(pid: number | undefined): Promise<number | undefined> {
  try {
    if (existsSync('/proc/self/status')) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1]
      return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout) / 1024
  } catch {
    return undefined
  }
}
