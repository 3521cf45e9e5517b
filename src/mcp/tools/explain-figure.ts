import Type from 'typebox'
import { defineTool, name, pick, timestamp, toSec } from '../tool.ts'

/** As much of the response of `/meta/provenance` as is used. */
interface Provenance {
  readonly facts: readonly {
    readonly fact: string
    readonly rows: readonly { readonly versions: readonly object[] }[]
  }[]
}

const FACT = ['fact', 'versionCount', 'isComplete', 'reason']
const MAX_VERSIONS = 3
const PARAMETERS = 'Its parameters by name, such as {"protocol": "harbor-swap"}'

export const explainFigure = defineTool({
  name: 'explain_figure',
  title: 'Where a figure comes from',
  description:
    'The recorded rows that a response was made from, newest first: what each says, which run of which source brought it and when, how sure it is, and its earlier versions. Takes the operation of a source that another tool cited, and the parameters in its path.',
  input: {
    operation: name('Operation of a cited source, such as getCurrentTvl'),
    parameters: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^\\w{1,40}$' }),
        Type.Union([Type.String({ maxLength: 1_000 }), Type.Number(), Type.Boolean()]),
        { maxProperties: 20, description: PARAMETERS },
      ),
    ),
    at: timestamp('Timestamp of the figure: ISO 8601 or Unix seconds. Default: the newest.'),
    rows: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        description: 'Most rows of each fact; 5 unless set',
      }),
    ),
  },
  narrow: 'Ask with `at` for one day, or read the path under sources.',
  run: async ({ operation, parameters = {}, at, rows: count = 5 }, inquiry) => {
    const range = at === undefined ? {} : { at: toSec(at) }
    const { asOf: _, ...own } = parameters
    const query = { ...own, operation, rows: count, ...range }
    const place = { path: '/meta/provenance', query }
    const { facts } = await inquiry.askEndpoint<Provenance>('getProvenance', place, 'free')
    const rows = facts.flatMap(({ fact, rows: found }) =>
      found.map((row) => ({ fact, ...row, versions: row.versions.slice(0, MAX_VERSIONS) })),
    )
    return {
      operation,
      facts: facts.map((fact) => pick(fact, FACT)),
      ...inquiry.list('rows', rows, rows.length),
    }
  },
})
