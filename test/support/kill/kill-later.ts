import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Life {
  /** Everything it said. */
  lines: string[]
  code: number | null
  signal: string | null
}

export interface Death {
  /** It is killed some time after a line that begins so. */
  afterLine: string
  afterMs: number
}

/** Runs a TypeScript file; with a `death` it is killed, unless it ended before. */
export async function killLater(
  file: string,
  args: readonly string[],
  { death, environment }: { death?: Death; environment?: Record<string, string> } = {},
): Promise<Life> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const lines: string[] = []
  const reached = Promise.withResolvers<void>()
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => {
    lines.push(line)
    if (death !== undefined && line.startsWith(death.afterLine)) reached.resolve()
  })
  const closed = once(reader, 'close')
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  if (death !== undefined) {
    await Promise.race([reached.promise, ended])
    await Promise.race([sleep(death.afterMs), ended])
    child.kill('SIGKILL')
  }
  const [[code, signal]] = await Promise.all([ended, closed])
  return { lines, code, signal }
}

/** What the lines of that name say, as JSON; one that the kill cut off does not count. */
export function said<T>({ lines }: Life, name: string): T[] {
  return lines
    .filter((line) => line.startsWith(`${name} `))
    .flatMap((line) => {
      try {
        return [JSON.parse(line.slice(name.length + 1)) as T]
      } catch {
        return []
      }
    })
}
