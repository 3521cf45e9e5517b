import Type from 'typebox'
import { defineTool } from '../tool.ts'

interface SqlResult {
  readonly columns: readonly object[]
  readonly rows: readonly unknown[]
}

const MAX_QUERY_LENGTH = 10_000
const scalar = Type.Union([Type.String({ maxLength: 1_000 }), Type.Number(), Type.Boolean()])

export const sql = defineTool({
  name: 'sql',
  title: 'A question in SQL',
  description:
    'One read-only SELECT in the dialect of ClickHouse over the datasets, each a view of its name (resources describe their columns); <fact>_versions has all versions of rows. For questions that no other tool answers. Aggregate and use LIMIT: few rows fit a response. Needs a key.',
  input: {
    query: Type.String({
      minLength: 1,
      maxLength: MAX_QUERY_LENGTH,
      description: 'The statement; values go into {name:Type}',
    }),
    parameters: Type.Optional(
      Type.Record(Type.String({ pattern: '^\\w{1,40}$' }), scalar, {
        maxProperties: 50,
        description: 'Values of the {name:Type} in the statement',
      }),
    ),
  },
  narrow: 'Select fewer columns, aggregate, or use LIMIT and OFFSET.',
  run: async ({ query, parameters = {} }, inquiry) => {
    const place = { path: '/sql', method: 'POST', body: { query, parameters } } as const
    const { columns, rows } = await inquiry.askEndpoint<SqlResult>('querySql', place, 'pro')
    return { columns, ...inquiry.list('rows', rows, rows.length) }
  },
})
