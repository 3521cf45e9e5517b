import { joinSql, literal, sql } from '../../lib/sql.ts'
import { orNull, t, withDefault } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, knownChains } from '../registry/public.ts'
import { METRICS } from './metrics.ts'

/** The chain of figures that are distinct across chains, such as users. */
export const ALL_CHAINS = 'all'
/** Ids of chains that are measured themselves begin with this. */
export const CHAIN_PREFIX = 'chain#'

// dimensions.md#from-rows-to-days: no protocol moves this much in a day; such a row is stored but
// never served.
const TOO_LARGE_USD = 200e9

const quoted = (names: readonly string[]) => joinSql(names.map((name) => sql`${literal(name)}`))
const typeNames = METRICS.map(
  ({ name, dataTypes }) => `${name}: ${dataTypes.map((type) => type.name).join(', ')}`,
).join('; ')
const known = joinSql(
  METRICS.map(
    ({ name, dataTypes }) =>
      sql`(metric = ${literal(name)} AND dataType IN (${quoted(dataTypes.flatMap((type) => (type.runningTotalOf ? [] : [type.name])))}))`,
  ),
  sql` OR `,
)
const distinct = quoted(
  METRICS.flatMap(({ dataTypes }) =>
    dataTypes.flatMap((type) => (type.distinct ? [type.name] : [])),
  ),
)
const respelled = METRICS.flatMap(({ dataTypes }) =>
  dataTypes.flatMap(({ name, aliases = [] }) => aliases.map((alias) => [alias, name] as const)),
)

const metric = t.word(`Metric: ${METRICS.map(({ name }) => name).join(', ')}`)
const protocol = t.text('Id of the protocol, or chain#<chain> for what a chain itself earns', {
  max: 200,
})
const dataType = t.word(`Kind of figure, in its exact case. ${typeNames}`)
const protocolSql = sql`if(startsWith(protocol, ${literal(CHAIN_PREFIX)}), concat(${literal(CHAIN_PREFIX)}, ${chainKeySql(sql`substring(protocol, ${CHAIN_PREFIX.length + 1})`)}), protocol)`
const dataTypeSql = sql`transform(dataType, [${quoted(respelled.map(([alias]) => alias))}], [${quoted(respelled.map(([, name]) => name))}], toString(dataType))`

/** The metric comes first: an overview reads one metric whole, a chart one metric and protocol. */
export const dimensionDays = defineFact({
  name: 'dimension_days',
  describe:
    'Daily figures of protocols: volumes, fees, open interest, users. One row per UTC day, or several within it: flows of a day add up, of levels the last one counts.',
  key: {
    metric,
    protocol,
    dataType,
    version: withDefault(
      t.text('Name of a version within the protocol, or empty', { min: 0, max: 200 }),
      sql`''`,
    ),
    chain: t.word('Chain, by any of its names; all for distinct users across chains'),
    label: withDefault(
      t.word('Where a fee comes from, such as Token Swap Fees, or empty', { min: 0 }),
      sql`''`,
    ),
  },
  time: 'atSec',
  values: { valueUsd: t.float('US dollars; a count for users and transactions') },
  normalize: {
    protocol: protocolSql,
    dataType: dataTypeSql,
    chain: chainKeySql(sql`chain`, [[ALL_CHAINS, ALL_CHAINS]]),
  },
  known: { chain: knownChains([ALL_CHAINS]) },
  hold: [
    { reason: 'more than 200 bn USD in a day', when: sql`abs(valueUsd) > ${TOO_LARGE_USD}` },
    { reason: 'no such metric or dataType', when: sql`NOT (${known})` },
    {
      reason: 'chain all is for distinct users only',
      when: sql`chain = ${literal(ALL_CHAINS)} AND dataType NOT IN (${distinct})`,
    },
    {
      reason: 'only fees have labels',
      when: sql`label != '' AND metric NOT IN (${quoted(METRICS.flatMap(({ name, hasLabels }) => (hasLabels ? [name] : [])))})`,
    },
  ],
})

export const dimensionMethods = defineFact({
  name: 'dimension_methods',
  describe:
    'How a protocol’s figures are counted, in words: for a whole kind of figure, or for one label of it.',
  key: {
    metric,
    protocol,
    dataType,
    label: t.word('A label, or empty for the whole figure', { min: 0 }),
  },
  values: {
    methodology: t.text('What is counted, in a sentence'),
    url: orNull(t.text('Where the method can be read')),
  },
  normalize: { protocol: protocolSql, dataType: dataTypeSql },
})
