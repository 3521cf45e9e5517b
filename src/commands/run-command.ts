import { UsageError } from '../lib/errors.ts'
import { suggest } from '../lib/suggest.ts'
import type { Command, Family, Openers } from './context.ts'
import { usageOf } from './define-command.ts'
import { commandHelp, familyHelp, groupedHelp } from './help.ts'
import { COMMANDS, FAMILIES } from './index.ts'

const HELP = ['help', '--help', '-h']

/** Runs the command that a command line names, and resolves to its exit code. */
export async function runCommand(
  args: readonly string[],
  open: Openers,
  print: (line: string) => void,
): Promise<number> {
  const [first = 'help', ...rest] = args
  const isHelp = HELP.includes(first)
  const words = isHelp ? rest : withoutHelp(args)
  if (words.length === 0) return show(groupedHelp(), print)
  const { command, family, given } = findCommand(words)
  if (isHelp || words.length < args.length)
    return show(command === undefined ? familyHelp(family) : commandHelp(command), print)
  if (command === undefined) throw unknownIn(family, given[0])
  const code = await command.run(given, open)
  return typeof code === 'number' ? code : 0
}

/** The words without a request for help, which counts wherever it stands before `--`. */
function withoutHelp(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  const before = end === -1 ? args : args.slice(0, end)
  return before.includes('--help') || before.includes('-h')
    ? before.filter((word) => !HELP.includes(word))
    : args
}

type Found =
  | { command: Command; family: Family | undefined; given: readonly string[] }
  | { command: undefined; family: Family; given: readonly string[] }

function findCommand([first = '', ...rest]: readonly string[]): Found {
  const family = FAMILIES.find(({ name }) => name === first)
  const [second = '', ...more] = rest
  const member = family?.commands.find(({ name }) => name === `${first} ${second}`)
  if (member !== undefined) return { command: member, family, given: more }
  const command = COMMANDS.find(({ name }) => name === first)
  const isWord = second !== '' && !second.startsWith('-')
  if (command !== undefined && !(isWord && command.usage.length === 0 && family !== undefined))
    return { command, family, given: rest }
  if (family !== undefined) return { command: undefined, family, given: rest }
  throw unknown(first)
}

function unknown(name: string): UsageError {
  const known = [...FAMILIES, ...COMMANDS].map((one) => one.name.split(' ')[0] ?? '')
  const near = suggest(name, new Set(known))
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  return new UsageError(`There is no command "${name}".${hint} \`almanac help\` lists them.`)
}

function unknownIn({ name, commands }: Family, word: string | undefined): UsageError {
  const usage = `usage: ${commands.map(usageOf).join(' | ')}`
  if (word === undefined) return new UsageError(usage)
  const members = new Set(commands.map((one) => one.name.slice(name.length + 1)))
  const near = suggest(word, members)
  const hint = near.length === 0 ? '' : ` (did you mean ${name} ${near.join(' or ')}?)`
  return new UsageError(`there is no command "${name} ${word}"${hint}; ${usage}`)
}

function show(lines: readonly string[], print: (line: string) => void): number {
  for (const line of lines) print(line)
  return 0
}
