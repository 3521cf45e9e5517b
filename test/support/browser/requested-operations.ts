import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../source-files.ts'

interface Operation {
  readonly id: string
  readonly method: string
  readonly paths: Readonly<Record<string, string>>
}

/** The operations of the contract. */
export const OPERATIONS = JSON.parse(
  readFileSync(join(ROOT, 'spec/operations.json'), 'utf8'),
) as readonly Operation[]

/** One path is shared: a UUID requests a pool, anything else for coins. */
const FORMS: Readonly<Record<string, string>> = {
  '{pool}': '[0-9a-f]{8}-[0-9a-f-]{27}',
  '{coins}': '[^/]*(?::|%3A)[^/]*',
}

const endpoints = OPERATIONS.flatMap(({ id, method, paths }) =>
  Object.values(paths).map((path) => ({
    id,
    method,
    // The one with the fewest parameters is meant: /chart/oracle is not /chart/{metric}.
    parameters: path.split('{').length,
    form: new RegExp(
      `^${path.replaceAll(/\{\w+\}/g, (parameter) => FORMS[parameter] ?? '[^/]+')}$`,
      'i',
    ),
  })),
).sort((a, b) => a.parameters - b.parameters)

/** The operation that a request asks for; undefined for files and for what is not of the contract. */
export function operationOf(method: string, path: string): string | undefined {
  return endpoints.find((endpoint) => endpoint.method === method && endpoint.form.test(path))?.id
}
