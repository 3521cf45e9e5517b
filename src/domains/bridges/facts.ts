import { joinSql, type Sql, sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, coinIdSql, knownChains } from '../registry/public.ts'

// Nothing of this size is moved at once; such a row is held for inspection and never served.
const TOO_LARGE_USD = 10e9

export const bridges = defineFact({
  name: 'bridges',
  describe:
    'Bridges: their names, and for those of which only one side is recorded, the chain on the other side.',
  key: { id: t.int('Number of the bridge', { min: 1, max: 2_147_483_647 }) },
  values: {
    name: t.text('Short name, as transactions show it', { max: 200 }),
    displayName: t.text('Name as lists show it', { max: 200 }),
    icon: orNull(t.text('chain:<name> or icons:<name>', { max: 200 })),
    url: orNull(t.text('Web site', { max: 2_000 })),
    slug: orNull(t.text('Slug; empty: made from displayName', { max: 200 })),
    destinationChain: orNull(
      t.word(
        'Chain that all its transfers go to and come from, by any of its names; empty: there is no such chain',
      ),
    ),
    serviceId: orNull(t.text('Id of the protocol that runs it', { max: 200 })),
  },
  normalize: { destinationChain: chainKeySql(sql`destinationChain`) },
  known: { destinationChain: knownChains() },
})

/** SQL of an address or a hash in its one spelling: what follows the chain in a coin id. */
function onChainSql(column: Sql): Sql {
  return sql`arrayMap(id -> substring(id, position(id, ':') + 1), [${coinIdSql(sql`concat(toString(chain), ':', ${column})`)}])[1]`
}

/**
 * SQL of an exact sum of dollars in units of 2^-70, the same to the last bit whatever the order
 * (bridges.md#exact-sums). Room for 10^17 USD.
 */
export function exactUsd(when: Sql): Sql {
  return sql`sumIf(toInt128(ifNull(valueUsd, 0) * pow(2, 70)), ${when})`
}

/** SQL of an exact sum as a number; compiled, which `materialize` prevents, it rounds otherwise. */
export function usdOf(sum: Sql): Sql {
  return sql`materialize(toFloat64(${sum})) / pow(2, 70)`
}

export const DAY_SQL = sql`intDiv(atSec, 86400)`

/** SQL of what a set of transfers adds up to. */
export const SUMS_SQL = {
  depositSum: exactUsd(sql`isDeposit`),
  withdrawSum: exactUsd(sql`NOT isDeposit`),
  depositTxs: sql`countIf(isDeposit)`,
  withdrawTxs: sql`countIf(NOT isDeposit)`,
}

/** SQL of the members of a flow. */
export const FLOW_SQL = sql`${usdOf(SUMS_SQL.depositSum)} AS depositUsd, ${usdOf(SUMS_SQL.withdrawSum)} AS withdrawUsd,
  ${SUMS_SQL.depositTxs} AS depositTxs, ${SUMS_SQL.withdrawTxs} AS withdrawTxs`

/** SQL of whether a version undoes its transfer; only the newest version of one decides. */
export const UNDONE_SQL = sql`ifNull(isUndone, false)`

const BY_DAY = sql`bridge, ${DAY_SQL}, run, chain, quality, ${UNDONE_SQL}`

/** SQL of what copies by address are sorted by: a number, as sorting addresses would cost more. */
export function partySql(chain: Sql, address: Sql): Sql {
  return sql`cityHash64(${chain}, ${address})`
}

const inOrderOf = (party: Sql) => sql`SELECT *, ${party} ORDER BY ${party}, atSec`

export const bridgeTransfers = defineFact({
  name: 'bridge_transfers',
  describe:
    'Transfers over bridges, one row per side that was seen on a chain: the deposit where the money came from, the withdrawal where it went to.',
  key: {
    bridge: t.int('Number of the bridge', { min: 1, max: 2_147_483_647 }),
    chain: t.word('Chain on which this side took place, by any of its names'),
    txHash: t.text('Hash of the transaction', { max: 200 }),
    logIndex: t.int(
      'Place of the event within its transaction; 0 where a transaction has only one',
      { min: 0 },
    ),
  },
  time: 'atSec',
  values: {
    block: orNull(t.int('Number of the block', { min: 0 })),
    fromAddress: t.text('Address that sent the tokens', { max: 200 }),
    toAddress: t.text('Address that received them', { max: 200 }),
    token: t.word('Coin id of the token (<chain>:<address>), or its address on this chain', {
      max: 300,
    }),
    amount: t.digits('Amount in the smallest unit of the token: 1 USDC is 1000000'),
    valueUsd: orNull(t.float('Value in US dollars; empty: no price was known', { min: 0 })),
    isDeposit: t.bool('true: into the bridge on this chain; false: out of it'),
    sourceChain: orNull(
      t.word(
        'Chain the money came from; empty: for a deposit the chain itself, for a withdrawal not known',
      ),
    ),
    isUndone: orNull(
      t.bool(
        'true: the chain has undone this transfer, which is no longer served; empty: it stands',
      ),
    ),
  },
  normalize: {
    chain: chainKeySql(sql`chain`),
    txHash: onChainSql(sql`txHash`),
    fromAddress: onChainSql(sql`fromAddress`),
    toAddress: onChainSql(sql`toAddress`),
    token: coinIdSql(
      sql`if(position(token, ':') > 0, toString(token), concat(toString(chain), ':', token))`,
    ),
    sourceChain: chainKeySql(
      sql`if(isNull(sourceChain) AND isDeposit, toString(chain), toString(sourceChain))`,
    ),
  },
  hold: [{ reason: 'more than 10 bn USD', when: sql`valueUsd > ${TOO_LARGE_USD}` }],
  // A bridge's transfers of a range of time are together: lists, days and hours are read as such.
  order: ['bridge', 'atSec', 'chain', 'txHash', 'logIndex'],
  known: { chain: knownChains(), sourceChain: knownChains() },
  // A run brings a range of time, which is stored apart until parts are merged. Few sources are
  // in use at a time.
  indexes: { byTime: sql`atSec TYPE minmax`, bySource: sql`sourceChain TYPE set(100)` },
  projections: {
    // The figures of a day without its transfers; by run, so that every past state of the data can
    // be told.
    sumsByDay: sql`SELECT ${BY_DAY}, ${joinSql(Object.values(SUMS_SQL))}, min(atSec), max(atSec) GROUP BY ${BY_DAY}`,
    // One address among millions: its transfers are together in these copies.
    bySender: inOrderOf(partySql(sql`chain`, sql`fromAddress`)),
    byReceiver: inOrderOf(partySql(sql`chain`, sql`toAddress`)),
  },
})
