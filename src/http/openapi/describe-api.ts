import program from '../../../package.json' with { type: 'json' }
import { EXAMPLE_NOW_SEC } from '../parameters.ts'
import { type Route, tagOf } from '../route.ts'
import { Components, type JsonObject } from './components.ts'
import { type Endpoint, listEndpoints, ORIGIN, type Server } from './endpoints.ts'
import { describeErrors } from './errors.ts'
import { describeHeaders } from './headers.ts'
import { describeOperation } from './operation.ts'
import { describeCommonParameters } from './parameters.ts'

/** A group of operations, and what they are about. */
export interface Topic {
  readonly name: string
  readonly description: string
}

const DESCRIPTION = [
  'Onchain analytics that anyone can run. Free operations need no key. Pro operations take a key as `X-API-Key` or `Authorization: Bearer`, or as the first segment of the path. Every response carries an ETag; `asOf` gives it as it was known at a time.',
  'Lists and series are also served as one flat table: `format=csv`, `ndjson`, `arrow` or `parquet`, or the type in the Accept header. `x-tables` of an operation has the columns; `time` is a timestamp in Arrow and Parquet and what JSON has elsewhere, `json` a list or map.',
  'Where an operation lists two servers, the first needs no key and the second is its pro URL: the same path behind a prefix, with a key and with the limits of that key.',
].join('\n\n')

const SERVER_DESCRIPTIONS = {
  free: 'Free: without a key',
  bridge: 'Free: without a key',
  pro: 'Pro: with a key',
}

/** The OpenAPI 3.1 description of everything served, with examples for a clock. */
export function describeApi(
  routes: readonly Route[],
  topics: readonly Topic[],
  nowSec: number = EXAMPLE_NOW_SEC,
): JsonObject {
  const components = new Components()
  const responses = describeErrors(components)
  const tags = new Set(routes.map(tagOf))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      version: program.version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: program.license },
    },
    servers: [{ url: ORIGIN, description: 'This service' }],
    tags: topics.filter(({ name }) => tags.has(name)),
    paths: describePaths(listEndpoints(routes), components, nowSec),
    components: {
      securitySchemes: {
        headerKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      parameters: describeCommonParameters(nowSec),
      headers: describeHeaders(),
      responses,
      schemas: components.schemas,
    },
  }
}

function describePaths(
  endpoints: readonly Endpoint[],
  components: Components,
  nowSec: number,
): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const endpoint of endpoints) {
    const { path, method, servers } = endpoint
    paths[path] = {
      ...paths[path],
      ...(servers.length > 1 ? { servers: servers.map(describeServer) } : {}),
      [method.toLowerCase()]: describeOperation(endpoint, components, nowSec),
    }
  }
  return paths
}

function describeServer({ url, root }: Server): JsonObject {
  return { url, description: SERVER_DESCRIPTIONS[root], 'x-root': root }
}
