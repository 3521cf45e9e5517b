import { Writable } from 'node:stream'
import { facts, mirrored } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { Contexts, Openers, Terminal } from './context.ts'
import { COMMANDS } from './index.ts'
import type { Operations } from './operations.ts'
import { runCommand } from './run-command.ts'

type Around = Partial<Omit<Terminal, 'config' | 'open'>> & {
  config?: Partial<Config>
  operations?: Partial<Operations>
  store?: Contexts['store']['store']
  isServing?: boolean
  accounts?: Partial<Pick<Contexts['accounts'], 'accounts' | 'clock'>>
}

/** Runs a command line in this process, with the surroundings that a test gives it. */
export async function runLine(
  args: readonly string[],
  { config = {}, operations = {}, store, isServing, accounts = {}, ...given }: Around,
): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const terminal = {
    ...{
      given: new Map(),
      environment: {},
      declared: async () => ({ facts, mirrored }),
      commands: COMMANDS,
    },
    ...{ stdin: process.stdin, stdout: outputTo([]), stderr: { write: () => true } },
    print: (line: string) => void lines.push(line),
    printError: (line: string) => void lines.push(line),
    sleep: async () => undefined,
    ...given,
    config: { ...readConfig({}), ...config },
  }
  const open: Openers = {
    nothing: (work) => work({ ...terminal, open }),
    accounts: (work) => work({ ...terminal, ...accounts, open } as Contexts['accounts']),
    store: (work) => {
      const opened = { store, isServing: isServing ?? store === undefined }
      // A test gives the operations that its command calls.
      return work({ ...terminal, ...opened, operations: operations as Operations, open })
    },
  }
  const code = await runCommand(args, open, terminal.print)
  return { code, lines }
}

/** A standard output whose texts a test sees. */
export function outputTo(written: string[], isTTY = false): Writable & { isTTY: boolean } {
  const stream = new Writable({
    write: (bytes, _, done) => {
      written.push(Buffer.from(bytes).toString())
      done()
    },
  })
  return Object.assign(stream, { isTTY })
}
