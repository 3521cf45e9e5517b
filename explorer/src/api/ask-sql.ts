import { type ApiError, refusal } from './ask.ts'
import { serviceUrl } from './origin.ts'

export interface SqlAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

interface Result {
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly (readonly unknown[])[]
}

/** Runs one SELECT; throws an `ApiError` that says why not. */
export async function askSql(query: string, asOf: string | null): Promise<SqlAnswer> {
  const response = await fetch(`${serviceUrl}/sql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(asOf === null ? { query } : { query, asOf }),
  })
  if (!response.ok) throw (await refusal(response, '/sql')) satisfies ApiError
  const { columns, rows } = (await response.json()) as Result
  return { columns: columns.map(({ name }) => name), rows }
}
