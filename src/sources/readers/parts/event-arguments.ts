import { type AbiEvent, type AbiFunction, type AbiParameter, parseAbiItem } from 'viem'
import { UsageError } from '../../../lib/errors.ts'

const EXAMPLES = {
  event: 'event Locked(address indexed from, uint256 amount)',
  function: 'function exchangeRate() view returns (uint256)',
}

/** An event or a function as a person wrote it in a file. */
function itemFrom(text: string, type: keyof typeof EXAMPLES): AbiEvent | AbiFunction {
  try {
    const item = parseAbiItem(text as 'event X()') as AbiEvent | AbiFunction
    if (item.type === type) return item
  } catch {
    // The error below has an example.
  }
  throw new UsageError(
    `${JSON.stringify(text)} is not a valid ${type}. Write it like "${EXAMPLES[type]}".`,
  )
}

export function eventFrom(text: string): AbiEvent {
  return itemFrom(text, 'event') as AbiEvent
}

export function functionFrom(text: string): AbiFunction {
  return itemFrom(text, 'function') as AbiFunction
}

/** What is wrong with the text of an event, or with the arguments used of it. */
export function findEventProblem(text: string, names: readonly string[] = []): string | undefined {
  return problemOf(() => checkNames(eventFrom(text), names))
}

export function findFunctionProblem(text: string): string | undefined {
  return problemOf(() => functionFrom(text))
}

function problemOf(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof UsageError) return `is invalid: ${error.message}`
    throw error
  }
}

/** The event; throws when it lacks an argument. */
export function checkNames(event: AbiEvent, names: readonly string[]): AbiEvent {
  const unknown = names.find((name) => !hasPart(event.inputs, name.split('.')))
  if (unknown === undefined) return event
  const known = event.inputs.map(({ name }) => name || '(without a name)').join(', ')
  throw new UsageError(
    `The event ${event.name} has no argument ${JSON.stringify(unknown)}. It has ${known}.`,
  )
}

function hasPart(parameters: readonly AbiParameter[], [name, ...rest]: readonly string[]): boolean {
  const found = parameters.find((parameter) => parameter.name === name)
  if (found === undefined || rest.length === 0) return found !== undefined
  return 'components' in found && hasPart(found.components, rest)
}

/** An argument, or a part of one, as text; an address in 32 bytes is cut to its 20. */
export function valueAt(args: Readonly<Record<string, unknown>>, name: string): string {
  let value: unknown = args
  for (const part of name.split('.'))
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[part]
  const text = String(value ?? '')
  return /^0x0{24}[0-9a-fA-F]{40}$/.test(text) ? `0x${text.slice(26)}` : text
}

interface Condition {
  arg: string
  is?: string[]
  isNot?: string[]
}

export function isWanted(
  args: Readonly<Record<string, unknown>>,
  conditions: readonly Condition[],
): boolean {
  return conditions.every(({ arg, is, isNot = [] }) => {
    const value = valueAt(args, arg).toLowerCase()
    const isOneOf = (values: readonly string[]) => values.some((one) => one.toLowerCase() === value)
    return (is === undefined || isOneOf(is)) && !isOneOf(isNot)
  })
}
