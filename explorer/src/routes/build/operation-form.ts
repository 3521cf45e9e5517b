import type { ApiDocument } from '../../api/api-document.ts'
import { isOperation, type OperationId } from '../../api/operations.ts'

/** A parameter as a field of a form. */
export interface FormField {
  readonly name: string
  readonly isRequired: boolean
  readonly describe: string
  readonly type: string
  readonly options: readonly string[]
  readonly example: string
}

export interface FormOperation {
  readonly id: OperationId
  readonly group: string
  readonly summary: string
  readonly describe: string
  readonly fields: readonly FormField[]
  /** Columns of its flat table; none where it has no table. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: { readonly type?: string; readonly enum?: readonly unknown[] }
  readonly example?: unknown
}

interface Operation {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly 'x-tables'?: readonly { readonly columns: FormOperation['columns'] }[]
}

/** Operations that are asked by GET. Shared parameters are set elsewhere: moment and format. */
export function formOperations({ paths }: ApiDocument): FormOperation[] {
  return Object.values(paths).flatMap((methods) => {
    const operation = methods.get as Operation | undefined
    const id = operation?.operationId
    if (operation === undefined || id === undefined || !isOperation(id)) return []
    const tables = operation['x-tables'] ?? []
    return [
      {
        id,
        group: operation.tags?.[0] ?? '',
        summary: operation.summary ?? id,
        describe: operation.description ?? '',
        fields: (operation.parameters ?? []).filter(({ $ref }) => $ref === undefined).map(fieldOf),
        columns: tables.flatMap(({ columns }) => columns),
      },
    ]
  })
}

function fieldOf({ name, required, description, schema, example }: Parameter): FormField {
  const type = schema?.type ?? 'string'
  return {
    name,
    isRequired: required === true,
    describe: description ?? '',
    type,
    options: type === 'boolean' ? ['true', 'false'] : (schema?.enum ?? []).map(String),
    example: example === undefined || typeof example === 'object' ? '' : String(example),
  }
}

/** `name=value` texts of the address as parameters; what is empty is not asked. */
export function parametersOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const [, name, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )
}

export function pairsOf(parameters: Readonly<Record<string, string>>): string[] {
  return Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
}

/** What must be filled in before an operation can be asked; examples do for a start. */
export function withExamples(
  { fields }: FormOperation,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const needed = fields.filter(({ name, isRequired }) => isRequired && given[name] === undefined)
  return { ...given, ...Object.fromEntries(needed.map(({ name, example }) => [name, example])) }
}
