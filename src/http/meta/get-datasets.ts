import Type from 'typebox'
import { versionsViewOf, viewColumns } from '../../sql/views.ts'
import type { Fact } from '../../store/fact.ts'
import { boolean, integer, string } from '../described.ts'
import { defineMetaRoute } from '../route.ts'
import { mapOf, namedShape, nullable, shape } from '../schemas.ts'

const column = namedShape('DatasetColumn', {
  type: string('Type of the column'),
  nullable: boolean('Whether a value may be missing'),
  describe: string('What it says'),
})

export const getDatasets = defineMetaRoute({
  id: 'meta.getDatasets',
  summary: 'The facts the service holds',
  describe:
    'Every kind of fact with its columns, its number of rows (all versions) and its data version: the newest run that touched it.',
  paths: { free: '/meta/datasets' },
  response: Type.Array(
    shape({
      fact: string('Name of the fact'),
      describe: string('What a row says'),
      rows: integer('Number of rows'),
      version: integer('Newest run that touched it'),
      key: mapOf(column, 'Columns of the key'),
      time: nullable(string('Column of the valid time; null when rows have no time')),
      values: mapOf(column, 'Columns of the values'),
      views: shape(
        {
          current: string('View of the newest version of each row'),
          versions: string('View of all versions of each row'),
          columns: mapOf(
            string('Type in the dialect of ClickHouse'),
            'Columns of both views, in their order',
          ),
        },
        { description: 'What statements of `POST /sql` read the fact from' },
      ),
    }),
  ),
  example: [
    {
      fact: 'prices',
      describe: 'Prices of coins in US dollars.',
      rows: 1_000_000,
      version: 12,
      key: { coin: { type: 'text', nullable: false, describe: 'Coin id' } },
      time: 'atSec',
      values: { priceUsd: { type: 'float', nullable: false, describe: 'Price in US dollars' } },
      views: {
        current: 'prices',
        versions: 'prices_versions',
        columns: { coin: 'String', atSec: 'UInt32', priceUsd: 'Float64', run: 'UInt32' },
      },
    },
  ],
  table: '[]',
  reads: [],
  cached: false,
  handler: async (_, { snapshot }, { store }) => {
    const totals = await store.journal.totalsAt(snapshot.run)
    return [...store.facts.values()].map((fact) => {
      const { name, describe, time = null } = fact
      const { rows, run: version } = totals.of(name)
      return {
        ...{ fact: name, describe, rows, version },
        key: describeColumns(fact.key),
        time,
        values: describeColumns(fact.values),
        views: { current: name, versions: versionsViewOf(name), columns: viewColumns(fact) },
      }
    })
  },
})

function describeColumns(columns: Fact['values']) {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { kind, nullable, describe }]) => [
      name,
      { type: kind, nullable, describe },
    ]),
  )
}
