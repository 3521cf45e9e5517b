import { exampleOf, type Parameter, type Parameters } from '../parameters.ts'
import { COMMON_QUERY, TABLE_QUERY } from '../responses/parse-request.ts'
import type { OtherQuery, Route } from '../route.ts'
import type { JsonObject } from './components.ts'
import { type Endpoint, joinNames, placeholders } from './endpoints.ts'

/** Parameters that nearly every operation has, by their names. */
export function describeCommonParameters(nowSec: number): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...COMMON_QUERY, ...TABLE_QUERY }).map(([name, parameter]) => [
      name,
      describeParameter({ name, in: 'query' }, parameter as Parameter<unknown>, nowSec),
    ]),
  )
}

export function describeParameters(endpoint: Endpoint, nowSec: number): unknown[] {
  const query = Object.assign({}, ...endpoint.routes.map((route) => queryOf(route, endpoint)))
  return [
    ...describePathParameters(endpoint, nowSec),
    ...Object.entries(query as Parameters).map(([name, parameter]) =>
      describeParameter({ name, in: 'query' }, parameter, nowSec),
    ),
    ...endpoint.routes.flatMap(
      ({ otherQuery }) => (otherQuery && describeOthers(otherQuery)) ?? [],
    ),
    ...(endpoint.routes.some(({ reads }) => reads.length > 0) ? referTo(COMMON_QUERY) : []),
    ...(endpoint.routes.some(({ table }) => table !== undefined) ? referTo(TABLE_QUERY) : []),
  ]
}

function referTo(parameters: object): JsonObject[] {
  return Object.keys(parameters).map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** A parameter is required when it says so, or when its parser refuses to go without it. */
export function isRequired(parameter: Parameter<unknown>, name: string): boolean {
  if (parameter.required !== undefined) return parameter.required
  try {
    parameter.parse(undefined, name)
    return false
  } catch {
    return true
  }
}

/** With a body, what it carries is not a parameter of the query as well. */
function queryOf(route: Route, { method }: Endpoint): Parameters {
  if (method !== 'POST') return route.query
  const { properties = {} } = (route.body?.schema ?? {}) as { properties?: object }
  return Object.fromEntries(Object.entries(route.query).filter(([name]) => !(name in properties)))
}

function describePathParameters({ path, routes }: Endpoint, nowSec: number): JsonObject[] {
  const [first, ...others] = routes
  if (others.length === 0)
    return placeholders(path).map((name) =>
      describeParameter({ name, in: 'path' }, pick(first, name), nowSec),
    )
  return placeholders(path).map((name, index) => {
    const choices = routes.map((route) => choiceOf(route, index))
    const [only, ...rest] = choices
    if (only === undefined || rest.every((choice) => choice.name === only.name))
      return describeParameter({ name, in: 'path' }, pick(first, name), nowSec)
    return {
      name,
      in: 'path',
      required: true,
      description: choices.map(({ parameter }) => parameter.describe).join(' Or: '),
      schema: { oneOf: choices.map((choice) => oneOf(choice, choices)) },
      example: exampleOf(only.parameter, nowSec),
    }
  })
}

/** Parameters whose names depend on the others: each member is one of them. */
function describeOthers({ describe, example }: OtherQuery): JsonObject {
  return {
    name: 'others',
    in: 'query',
    required: false,
    style: 'form',
    explode: true,
    description: describe,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    example,
  }
}

interface Choice {
  name: string
  parameter: Parameter<unknown>
  pattern: string | undefined
}

function choiceOf(route: Route, index: number): Choice {
  const names = Object.keys(route.params)
  const name = joinNames(names.slice(index, index + 1))
  return { name, parameter: pick(route, name), pattern: route.only.free?.[name] }
}

/** The form that a name must have, so that it means this route and none of the others. */
function oneOf({ parameter, pattern }: Choice, choices: readonly Choice[]): JsonObject {
  if (pattern !== undefined) return { ...parameter.schema, pattern: `^${pattern}$` }
  const others = choices.flatMap((choice) => choice.pattern ?? [])
  return { ...parameter.schema, not: { pattern: `^(${others.join('|')})$` } }
}

function pick({ id, params }: Route, name: string): Parameter<unknown> {
  const parameter = params[name]
  if (parameter === undefined) throw new Error(`${id} has no path parameter ${name}.`)
  return parameter
}

function describeParameter(
  place: { name: string; in: 'path' | 'query' },
  parameter: Parameter<unknown>,
  nowSec: number,
): JsonObject {
  return {
    ...place,
    required: isRequired(parameter, place.name),
    description: parameter.describe,
    schema: parameter.schema,
    example: exampleOf(parameter, nowSec),
  }
}
