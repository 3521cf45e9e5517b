import type { Readable, Writable } from 'node:stream'
import type { Accounts } from '../accounts/accounts.ts'
import type { GivenSetting } from '../config/given-settings.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import type { MirroredDomain } from '../sources/mirror/response.ts'
import type { Fact } from '../store/fact.ts'
import type { Store } from '../store/store.ts'
import type { Operations } from './operations.ts'
import type { Option } from './options.ts'
import type { ProgressStream } from './progress.ts'

/** What surrounds every command. */
export interface Terminal {
  config: Config
  /** The settings as they were given, and where. */
  given: ReadonlyMap<string, GivenSetting>
  environment: NodeJS.ProcessEnv
  /** What the domains declare; it is loaded for the commands that ask. */
  declared(): Promise<{ facts: readonly Fact[]; mirrored: readonly MirroredDomain[] }>
  commands: readonly Command[]
  stdin: Readable & { readonly isTTY?: boolean }
  stdout: Writable & { readonly isTTY?: boolean }
  stderr: ProgressStream
  print(line: string): void
  printError(line: string): void
  sleep(ms: number): Promise<unknown>
  open: Openers
}

/** What a command can ask to be opened for it. */
export interface Contexts {
  nothing: Terminal
  accounts: Terminal & { accounts: Accounts; clock: Clock }
  /** While a server has the store open, it does the operations, and `store` is `undefined`. */
  store: Terminal & { operations: Operations; store: Store | undefined; isServing: boolean }
}

/** Opens what a command needs for as long as it works. */
export type Openers = {
  readonly [N in keyof Contexts]: (
    work: (context: Contexts[N]) => Promise<unknown>,
  ) => Promise<unknown>
}

export type Options = Readonly<Record<string, Option<unknown>>>

/** A command as the list, the help and the completion see it. */
export interface Command {
  readonly name: string
  readonly usage: readonly string[]
  readonly options: Options
  readonly describe: string
  readonly details: readonly string[]
  readonly examples: readonly string[]
  run(args: readonly string[], open: Openers): Promise<unknown>
}

/** Commands whose names begin with the same word. */
export interface Family {
  readonly name: string
  readonly describe: string
  readonly commands: readonly Command[]
}
