import { buildRequest, type FormParameter } from './browser/request.js'
import { listSamples, type Sample } from './browser/samples.js'
import type { DescribedForm, DescribedParameter } from './describe-form.ts'
import type { Form } from './entries.ts'
import { flatten } from './schema.ts'

/** What the browser needs to make requests of a form. */
export interface FormRequest {
  readonly method: string
  readonly addresses: Form['addresses']
  readonly parameters: readonly FormParameter[]
  readonly client: Form['client']
  readonly kind: string
  readonly statement: string | undefined
}

export function formRequest(
  { method, addresses, client, endpoint }: Form,
  { parameters, resolve }: DescribedForm,
  statement: string | undefined,
): FormRequest {
  return {
    ...{ method, addresses, client, statement },
    kind: endpoint.routes[0].kind,
    parameters: parameters.map(({ name, in: place, required, schema }) => {
      const { type } = flatten(schema, resolve)
      return { name, in: place, required, type: typeof type === 'string' ? type : '' }
    }),
  }
}

/** The samples of the examples of what is required. */
export function exampleSamples(
  request: FormRequest,
  { parameters, body }: DescribedForm,
  origin: string,
): Sample[] {
  const [{ root, path }] = request.addresses
  const required = parameters.filter((parameter) => parameter.required)
  const values = required.map(({ name, in: place, example }) => [
    `${place} ${name}`,
    exampleText(example),
  ])
  const built = buildRequest(
    { ...request, path },
    {
      values: Object.fromEntries(values) as Record<string, string>,
      body: body && bodyText(body.example),
      origin,
    },
  )
  return listSamples(built, { ...request, origin, needsKey: root === 'pro' })
}

/** An example as it is written into a field. */
export function exampleText(example: DescribedParameter['example']): string {
  if (Array.isArray(example)) return example.join(',')
  if (typeof example !== 'object' || example === null) return String(example ?? '')
  return new URLSearchParams(example as Record<string, string>).toString()
}

export const bodyText = (example: unknown): string => JSON.stringify(example, null, 2)
