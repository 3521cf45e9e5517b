import { parseArgs } from 'node:util'
import { UsageError } from '../lib/errors.ts'
import { suggest } from '../lib/suggest.ts'
import type { Command, Contexts, Options } from './context.ts'
import type { Option } from './options.ts'

/** `<name>` is needed, `[name]` is not, and `…` stands for any number of them. */
type Positionals<Names extends readonly string[]> = Names extends readonly [
  infer Name extends string,
  ...infer Rest extends readonly string[],
]
  ? Name extends `<${string}…${string}`
    ? [string, ...string[]]
    : Name extends `${string}…${string}`
      ? string[]
      : [Name extends `<${string}` ? string : string | undefined, ...Positionals<Rest>]
  : []

/** A command line that was read. */
interface Given<Names extends readonly string[], O extends Options> {
  args: Positionals<Names>
  options: { [N in keyof O]: O[N] extends Option<infer T> ? T : never }
  /** An error about what was given, with the usage behind it. */
  misuse(problem?: string): UsageError
}

interface Declaration<
  Names extends readonly string[],
  O extends Options,
  Needs extends keyof Contexts,
> {
  /** One word, or two: `keys create`. */
  name: string
  /** What stands after the name, as `<fact>`, `[id]` or `<files…>`. */
  usage?: Names
  options?: O
  /** One line for the list of commands. */
  describe: string
  /** Further lines of its own help. */
  details?: readonly string[]
  /** Command lines without the name of the program. */
  examples?: readonly string[]
  /** What is opened before it runs. */
  needs: Needs
  /** Resolves to an exit code other than 0, if that is how it ended. */
  run(given: Given<Names, O>, context: Contexts[Needs]): unknown
}

/** Declares a command: parsing, help, completion and documentation follow from it. */
export function defineCommand<
  const Names extends readonly string[] = [],
  const O extends Options = Record<never, never>,
  Needs extends keyof Contexts = keyof Contexts,
>({ run, needs, ...declared }: Declaration<Names, O, Needs>): Command {
  const command: Command = {
    usage: [],
    options: {},
    details: [],
    examples: [],
    ...declared,
    run: async (args, open) => {
      const given = parse<Names, O>(command, args)
      return open[needs](async (context) => run(given, context))
    },
  }
  return command
}

/** `almanac import <fact> <files…> [--format csv|json]`. */
export function usageOf(command: Command): string {
  const written = shownOptions(command).map(([option, declared]) => {
    const text = spellOption(option, declared)
    const many = declared.isMany === true ? '…' : ''
    return declared.isRequired === true ? text : `[${text}]${many}`
  })
  return ['almanac', command.name, ...command.usage, ...written].join(' ')
}

export function shownOptions({ options }: Command): [name: string, option: Option<unknown>][] {
  return Object.entries(options).filter(([, { isHidden }]) => isHidden !== true)
}

/** `--output <file>`. */
export function spellOption(name: string, { value }: Option<unknown>): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}

function parse<Names extends readonly string[], O extends Options>(
  command: Command,
  args: readonly string[],
): Given<Names, O> {
  const usage = `usage: ${usageOf(command)}`
  const misuse = (problem?: string) =>
    new UsageError(problem === undefined ? usage : `${problem}; ${usage}`)
  const { values, positionals } = parseOrExplain(command, args, misuse)
  const missing = command.usage[positionals.length]
  if (missing?.startsWith('<') === true)
    throw new UsageError(`${usage}; the ${missing.replace(/^<(.*)>$/, '$1')} is missing`)
  if (positionals.length > command.usage.length && command.usage.at(-1)?.includes('…') !== true)
    throw new UsageError(`${usage}; there are too many arguments`)
  const options = Object.entries(command.options).map(([name, { read }]) => {
    const given = values[name]
    try {
      return [name, read(given === undefined ? [] : [given].flat().map(String), `--${name}`)]
    } catch (error) {
      throw error instanceof UsageError ? misuse(error.message) : error
    }
  })
  // The loop above gives each option what its declaration reads.
  return { args: positionals, options: Object.fromEntries(options), misuse } as Given<Names, O>
}

function parseOrExplain(
  { options }: Command,
  args: readonly string[],
  misuse: (problem: string) => UsageError,
): { values: Readonly<Record<string, unknown>>; positionals: string[] } {
  const form = Object.entries(options).map(([name, { value, isMany, short }]) => {
    const type: 'boolean' | 'string' = value === undefined ? 'boolean' : 'string'
    return [name, { type, multiple: isMany === true, ...(short === undefined ? {} : { short }) }]
  })
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: Object.fromEntries(form) })
  } catch (error) {
    const [problem = ''] = (error as Error).message.split('. ')
    const unknown = /^Unknown option '--([^']+)'/.exec(problem)?.[1]
    const near = unknown === undefined ? [] : suggest(unknown, Object.keys(options))
    const hint = near.length === 0 ? '' : ` (did you mean --${near.join(' or --')}?)`
    throw misuse(`${problem}${hint}`)
  }
}
