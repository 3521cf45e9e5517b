import { OPERATIONS } from './generated/operations.ts'
import { type ApiResponse, type ClientOptions, type Request, Transport } from './transport.ts'
import type { Client, Endpoint, Options } from './types.ts'
import { nextUrl, type Operation, type OperationId, rootOf, urlOf } from './urls.ts'

type Values = Readonly<Record<string, unknown>>

/** A client of the service at a URL. */
export function createClient(options: ClientOptions): Client {
  const transport = new Transport(options)

  const requestOf = (id: OperationId, parameters: Values, given: Options): Request =>
    requestTo(OPERATIONS[id], parameters, given)

  function requestTo(operation: Operation, parameters: Values, { root: wanted }: Options): Request {
    const root = rootOf(operation, options.key !== undefined, wanted)
    return {
      url: urlOf(operation, parameters, { baseUrl: options.baseUrl, root }),
      method: operation.method,
      isPro: root === 'pro',
      isIdempotent: operation.method === 'GET' || operation.isRead === true,
      body: parameters.body,
    }
  }

  const answer = (id: OperationId, parameters: Values = {}, given: Options = {}) =>
    transport.ask(requestOf(id, parameters, given), given)

  const ask = ({ path, method = 'GET', query = {}, body }: Endpoint, given: Options = {}) => {
    const { root = 'free' } = given
    const operation = { group: '', method, path, roots: { [root]: '' } }
    return transport.ask(requestTo(operation, { ...query, body }, given), given)
  }

  async function* pages(id: OperationId, parameters: Values = {}, given: Options = {}) {
    let request: Request | undefined = requestOf(id, parameters, given)
    while (request !== undefined) {
      const { data, url, headers }: ApiResponse<unknown> = await transport.ask(request, given)
      yield data
      const next: string | undefined = request.method === 'GET' ? nextUrl(url, headers) : undefined
      request = next === undefined ? undefined : { ...request, url: next }
    }
  }

  async function* rows(id: OperationId, parameters: Values = {}, given: Options = {}) {
    for await (const page of pages(id, parameters, given)) yield* page as unknown[]
  }

  const client: Record<string, unknown> = {
    answer,
    ask,
    response: (id: OperationId, parameters: Values = {}, given: Options = {}) =>
      transport.open(requestOf(id, parameters, given), given),
    pages,
    rows,
  }
  for (const [id, { group }] of Object.entries(OPERATIONS)) {
    const methods = (client[group] ?? {}) as Record<string, unknown>
    client[group] = methods
    methods[id] = async (parameters?: Values, given?: Options) =>
      (await answer(id as OperationId, parameters, given)).data
  }
  // The methods are made from the table that their types are made from.
  return client as unknown as Client
}
