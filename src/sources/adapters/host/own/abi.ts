import { type AbiEvent, type AbiFunction, parseAbiItem } from 'viem'

const KNOWN: Readonly<Record<string, string>> = {
  'erc20:balanceOf': 'function balanceOf(address) view returns (uint256)',
  'erc20:totalSupply': 'function totalSupply() view returns (uint256)',
  'erc20:decimals': 'function decimals() view returns (uint8)',
  'erc20:symbol': 'function symbol() view returns (string)',
  'erc20:name': 'function name() view returns (string)',
}

/** A function as modules write it: a signature, `uint256:totalSupply`, `erc20:balanceOf`, or JSON. */
export function readFunctionAbi(abi: unknown): AbiFunction {
  if (typeof abi === 'object' && abi !== null)
    return { stateMutability: 'view', type: 'function', ...abi } as AbiFunction
  const text = String(abi).trim()
  const short = /^([\w[\]]+):(\w+)$/.exec(text)
  const written =
    KNOWN[text] ?? (short === null ? text : `function ${short[2]}() view returns (${short[1]})`)
  return parse(written, 'function') as AbiFunction
}

export function readEventAbi(abi: unknown): AbiEvent {
  if (typeof abi === 'object' && abi !== null) return { type: 'event', ...abi } as AbiEvent
  return parse(String(abi).trim(), 'event') as AbiEvent
}

function parse(text: string, word: 'function' | 'event'): unknown {
  // Older forms write `tuple(…)` and leave out the first word.
  const plain = text.replace(/\btuple\s*\(/g, '(').replace(/;$/, '')
  try {
    return parseAbiItem(
      (plain.startsWith(`${word} `) ? plain : `${word} ${plain}`) as 'function f()',
    )
  } catch (error) {
    throw new Error(
      `the abi ${JSON.stringify(text)} cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    )
  }
}

/** Answers as modules expect them: numbers as text, several results as an array with names. */
export function toModuleValue(value: unknown, outputs: AbiFunction['outputs']): unknown {
  if (outputs.length === 1) return convert(value, outputs[0])
  return convertFields(value as readonly unknown[], outputs)
}

type Parameter = AbiFunction['outputs'][number] | undefined

export function convert(value: unknown, type: Parameter): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return String(value)
  const components = type !== undefined && 'components' in type ? type.components : undefined
  if (Array.isArray(value) && type?.type.endsWith(']') === true)
    return value.map((item) =>
      convert(item, { ...type, type: type.type.replace(/\[\d*\]$/, '') } as Parameter),
    )
  if (components !== undefined && typeof value === 'object' && value !== null)
    return convertFields(
      Array.isArray(value)
        ? value
        : components.map((part) => (value as Record<string, unknown>)[String(part.name)]),
      components,
    )
  return value
}

function convertFields(values: readonly unknown[], types: AbiFunction['outputs']): unknown[] {
  const fields = types.map((type, index) => convert(values[index], type))
  return withNames(fields, types)
}

/** The same values by name too, where a name is not one of the array's own members. */
export function withNames(
  fields: unknown[],
  types: readonly { name?: string | undefined }[],
): unknown[] {
  for (const [index, { name }] of types.entries())
    if (name !== undefined && name !== '' && !(name in fields))
      Object.assign(fields, { [name]: fields[index] })
  return fields
}
