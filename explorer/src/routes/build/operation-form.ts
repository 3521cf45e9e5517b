import { exampleText, typedValue } from '../../../../src/http/docs/samples.ts'
import { isOperation, isReading, type OperationId } from '../../api/operations.ts'
import type { ApiDocument } from '../../api/request.ts'

/** A parameter, or the body, as a field of a form. */
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
  readonly method: string
  readonly group: string
  readonly summary: string
  readonly describe: string
  readonly fields: readonly FormField[]
  /** How the body of the response is read. */
  readonly kind: 'response' | 'file'
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

const JSON_TYPE = 'application/json'
const STREAM_TYPE = 'text/event-stream'
/** The body is a field among the parameters, as it is for the client. */
const BODY = { name: 'body', type: 'body' }

type Content = Readonly<Record<string, { readonly example?: unknown }>>

interface Operation {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>
  readonly 'x-tables'?: readonly { readonly columns: FormOperation['columns'] }[]
}

/**
 * Operations that only read and whose response ends. Parameters that all share are set elsewhere:
 * the timestamp and the format.
 */
export function formOperations({ paths }: ApiDocument): FormOperation[] {
  return Object.values(paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const operation = described as Operation
      const { operationId: id, responses = {} } = operation
      const content = responses[200]?.content ?? { [JSON_TYPE]: {} }
      if (id === undefined || !isOperation(id) || !isReading(id) || STREAM_TYPE in content)
        return []
      return [
        formOf(id, method.toUpperCase(), operation, JSON_TYPE in content ? 'response' : 'file'),
      ]
    }),
  )
}

function formOf(
  id: OperationId,
  method: string,
  operation: Operation,
  kind: FormOperation['kind'],
): FormOperation {
  const { tags, summary, description, parameters = [], requestBody } = operation
  const own = parameters.filter(({ $ref }) => $ref === undefined).map(fieldOf)
  return {
    ...{ id, method, kind },
    group: tags?.[0] ?? '',
    summary: summary ?? id,
    describe: description ?? '',
    fields: requestBody === undefined ? own : [...own, bodyOf(requestBody)],
    columns: (operation['x-tables'] ?? []).flatMap(({ columns }) => columns),
  }
}

function bodyOf({ content }: { readonly content: Content }): FormField {
  const example = JSON.stringify(content[JSON_TYPE]?.example, null, 2)
  return { ...BODY, isRequired: true, describe: JSON_TYPE, options: [], example }
}

function fieldOf({ name, required, description, schema, example }: Parameter): FormField {
  const type = schema?.type ?? 'string'
  return {
    name,
    isRequired: required === true,
    describe: description ?? '',
    type,
    options: type === 'boolean' ? ['true', 'false'] : (schema?.enum ?? []).map(String),
    example: exampleText(example),
  }
}

/** `name=value` texts of the URL as parameters; what is empty is not asked. */
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

/** Texts of the fields as values of a request. */
export function valuesOf(
  { fields }: FormOperation,
  given: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const types = new Map(fields.map(({ name, type }) => [name, type]))
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, typedValue(types.get(name) ?? '', text)]),
  )
}
