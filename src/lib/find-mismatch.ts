import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import Value from 'typebox/value'
import { shown } from './shown.ts'

type Fault = ReturnType<typeof Value.Errors>[number]

/** Compiled, a schema is checked ten times as fast. */
const validators = new WeakMap<TSchema, Validator>()

const PLAIN_NAME = /^[A-Za-z_]\w{0,39}$/

/** The first member of a value that is not as its schema says, in words; `undefined`: all are. */
export function findMismatch(schema: TSchema, value: unknown): string | undefined {
  if (validatorOf(schema).Check(value)) return undefined
  const [fault, ...others] = Value.Errors(schema, value)
  if (fault === undefined) return 'it has another form'
  // Of several alternatives the one that is listed first says nothing about the others.
  const whole = others.find(
    ({ keyword, instancePath }) => keyword === 'anyOf' && instancePath === fault.instancePath,
  )
  return describe(whole ?? fault, value)
}

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const validator = Compile(schema)
  validators.set(schema, validator)
  return validator
}

function describe(fault: Fault, value: unknown): string {
  const path = pathOf(fault.instancePath)
  const name = memberName(path)
  if (fault.keyword === 'boolean') return `${name} is not a known member`
  if (fault.keyword === 'required')
    return `${memberName([...path, fault.params.requiredProperties[0] ?? ''])} is missing`
  const found = valueAt(value, path)
  const said = typeof found === 'string' ? `, not ${shown(found)}` : ''
  return `${name} ${rule(fault)}${said}`
}

function rule(fault: Fault): string {
  switch (fault.keyword) {
    case 'const':
      return `must be ${JSON.stringify(fault.params.allowedValue)}`
    case 'enum':
      return `must be one of ${fault.params.allowedValues.join(', ')}`
    case 'pattern':
    case 'format':
    case 'anyOf':
      return 'has another form than it must have'
    case 'maxItems':
    case 'maxLength':
    case 'maxProperties':
      return 'is too long'
    default:
      return fault.message
  }
}

/** The names and indexes of a JSON pointer. */
function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** As people write a member: `parts[0].files[2].rows`. */
export function memberName(path: readonly (string | number)[]): string {
  const text = path
    .map((name) => {
      if (/^\d{1,15}$/.test(String(name))) return `[${name}]`
      return PLAIN_NAME.test(String(name)) ? `.${name}` : `[${shown(String(name))}]`
    })
    .join('')
    .replace(/^\./, '')
  return text === '' ? 'it' : text
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<string, unknown>)[name]
        : undefined,
    value,
  )
}
