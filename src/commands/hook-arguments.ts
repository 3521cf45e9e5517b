import { parseArgs } from 'node:util'
import { EVENT_NAMES } from '../follow/event.ts'
import { UsageError } from '../lib/errors.ts'

export const HOOKS_USAGE = {
  add: `almanac hooks add <https address> [--on ${EVENT_NAMES.join(',')}] [--fact NAME,…] [--allow-private]`,
  list: 'almanac hooks list',
  remove: 'almanac hooks remove <id>',
  test: 'almanac hooks test <id>',
  deliveries: 'almanac hooks deliveries [id] [--state pending|delivered|dead]',
  retry: 'almanac hooks retry <id>',
}

type Action = keyof typeof HOOKS_USAGE

const OPTIONS: Partial<Record<Action, Record<string, { type: 'string' | 'boolean' }>>> = {
  add: { on: { type: 'string' }, fact: { type: 'string' }, 'allow-private': { type: 'boolean' } },
  deliveries: { state: { type: 'string' } },
}
const NEEDS_TARGET: readonly Action[] = ['add', 'remove', 'test', 'retry']

export function parseHookArguments(
  action: Action,
  args: string[],
): { target: string; values: Record<string, string | boolean | undefined> } {
  let parsed: { values: Record<string, string | boolean | undefined>; positionals: string[] }
  try {
    parsed = parseArgs({ args, options: OPTIONS[action] ?? {}, allowPositionals: true })
  } catch (error) {
    throw misuse(action, error instanceof Error ? error.message : String(error))
  }
  const [target = '', ...more] = parsed.positionals
  if (more.length > 0 || (action === 'list' && target !== ''))
    throw misuse(action, 'there are too many arguments')
  if (target === '' && NEEDS_TARGET.includes(action))
    throw misuse(
      action,
      action === 'add' ? 'the address is missing' : 'the id of a hook is missing',
    )
  return { target, values: parsed.values }
}

function misuse(action: Action, problem: string): UsageError {
  return new UsageError(`hooks ${action}: ${problem}. Usage: ${HOOKS_USAGE[action]}`)
}
