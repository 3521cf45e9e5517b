import { Components } from '../openapi/components.ts'
import { describeErrors } from '../openapi/errors.ts'
import { describeOperation } from '../openapi/operation.ts'
import { describeCommonParameters } from '../openapi/parameters.ts'
import type { Form } from './entries.ts'
import { createResolver, type Resolve, type Schema } from './schema.ts'

export interface DescribedParameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
  readonly example: unknown
}

export interface DescribedResponse {
  readonly status: string
  readonly description: string
}

/** What the OpenAPI document says about one way to ask, with its references followed. */
export interface DescribedForm {
  /** Those that are required first. */
  readonly parameters: readonly DescribedParameter[]
  readonly body: { readonly schema: Schema; readonly example: unknown } | undefined
  /** The first of the media types of a response. */
  readonly response: { readonly type: string; readonly schema: Schema; readonly example: unknown }
  readonly responses: readonly DescribedResponse[]
  readonly resolve: Resolve
}

interface Media {
  readonly content?: Readonly<Record<string, { schema: Schema; example: unknown }>>
}

export function describeForm({ endpoint }: Form, nowSec: number): DescribedForm {
  const components = new Components()
  const responses = describeErrors(components)
  const described = describeOperation(endpoint, components, nowSec) as {
    parameters: DescribedParameter[]
    requestBody?: Media
    responses: Record<string, Media & { readonly $ref?: string; readonly description: string }>
  }
  const parameters = describeCommonParameters(nowSec)
  const { schemas } = components
  const resolve = createResolver({ components: { schemas, responses, parameters } })
  const [type, response] = mediaOf(described.responses[200])
  return {
    parameters: described.parameters
      .map(resolve<DescribedParameter>)
      .sort((a, b) => Number(b.required) - Number(a.required)),
    body: described.requestBody && mediaOf(described.requestBody)[1],
    response: { type, ...response },
    responses: Object.entries(described.responses).map(([status, response]) => ({
      status,
      description: resolve(response).description,
    })),
    resolve,
  }
}

function mediaOf({ content = {} }: Media = {}): [string, { schema: Schema; example: unknown }] {
  const [first] = Object.entries(content)
  if (first === undefined) throw new Error('The operation describes no body.')
  return first
}
