import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import { getAddress, isAddress } from 'viem'
import { suggest } from '../../../lib/suggest.ts'
import type { SettingsProblem } from '../../model/reader-kind.ts'

type Path = SettingsProblem['path']

interface SchemaError {
  keyword: string
  schemaPath: string
  instancePath: string
  params: Record<string, unknown>
  message: string
}

/** What is wrong with a value, one problem per member, described as the schema does. */
export function listSettingsProblems(schema: TSchema, value: unknown): SettingsProblem[] {
  const found = new Map<string, SettingsProblem>()
  // Of a union, only the error of the whole is reported, not those of its choices.
  const errors = (Value.Errors(schema, value) as SchemaError[]).sort(
    (a, b) => a.schemaPath.length - b.schemaPath.length,
  )
  for (const error of errors) {
    if (error.keyword === 'boolean') continue
    for (const problem of explain(error, schema, value)) {
      const key = JSON.stringify(problem.path)
      if (!found.has(key)) found.set(key, problem)
    }
  }
  return [...found.values(), ...listChecksumProblems(value, [])]
}

function explain(
  { keyword, schemaPath, instancePath, params, message }: SchemaError,
  schema: TSchema,
  value: unknown,
): SettingsProblem[] {
  const path = toPath(instancePath, value)
  const at = findSchema(schema, schemaPath)
  if (keyword === 'required') {
    return (params.requiredProperties as string[]).map((name) => ({
      path: [...path, name],
      problem: `is missing: it is ${describe(propertiesOf(at)[name]) ?? 'needed'}`,
    }))
  }
  if (keyword === 'additionalProperties') {
    const known = Object.keys(propertiesOf(at))
    return (params.additionalProperties as string[]).map((name) => {
      const [near] = suggest(name, known)
      return {
        path: [...path, name],
        problem: `is not known here${near === undefined ? `; there are ${known.join(', ')}` : `; is it ${near}?`}`,
      }
    })
  }
  return [{ path, problem: `must be ${describe(at) ?? message.replace(/^must be /, '')}` }]
}

/** Addresses may be in any case; the case of the letters of a mixed one is a checksum. */
function listChecksumProblems(value: unknown, path: Path): SettingsProblem[] {
  if (typeof value === 'string') {
    if (!/^0x[0-9a-fA-F]{40}$/.test(value) || !/[a-f]/.test(value) || !/[A-F]/.test(value))
      return []
    return isAddress(value) && getAddress(value) === value
      ? []
      : [{ path, problem: `has a wrong checksum: ${value} is mistyped, or write it in lower case` }]
  }
  if (value === null || typeof value !== 'object') return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([name, member]) =>
    listChecksumProblems(member, [...path, isList ? Number(name) : name]),
  )
}

function describe(schema: unknown): string | undefined {
  return (schema as { description?: string } | undefined)?.description
}

function propertiesOf(schema: unknown): Record<string, unknown> {
  return (schema as { properties?: Record<string, unknown> } | undefined)?.properties ?? {}
}

function findSchema(schema: TSchema, schemaPath: string): unknown {
  let at: unknown = schema
  for (const name of segments(schemaPath.replace(/^#/, '')))
    at = (at as Record<string, unknown> | undefined)?.[name]
  return at
}

/** Members of lists by index, as `readJson` knows them. */
function toPath(pointer: string, value: unknown): Path {
  const path: (string | number)[] = []
  let at = value
  for (const name of segments(pointer)) {
    path.push(Array.isArray(at) ? Number(name) : name)
    at = (at as Record<string, unknown> | undefined)?.[name]
  }
  return path
}

function segments(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}
