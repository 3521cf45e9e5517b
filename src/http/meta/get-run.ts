import Type from 'typebox'
import { notFound } from '../../lib/errors.ts'
import {
  listReceiptsOfRun,
  type Receipt,
  receipts as receiptFact,
} from '../../live/receipts/receipt.ts'
import { integer, number, string, timeText, usd } from '../described.ts'
import { text } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import { namedShape, nullable, shape } from '../schemas.ts'
import { describeRun, runExample, runMembers } from './run-shapes.ts'

const receiptShape = namedShape('RunReceipt', {
  source: string('What its runs are called'),
  from: timeText('Start of the period that flows were counted over'),
  at: timeText('The timestamp the levels are of, and the end of the period'),
  codeHash: string('Hash of the code and settings that made the figures'),
  programHash: nullable(string('Hash of the code of all readers; null for an adapter')),
  methodology: string('How the figures were made, in words'),
  methodologyVersion: integer('Version of the methodology'),
  blocks: Type.Array(
    shape({
      chain: string('Key of the chain'),
      number: integer('Block number'),
      hash: string('Block hash'),
      at: timeText('Time of the block'),
    }),
    { description: 'Blocks that were read' },
  ),
  roundTrips: integer('Requests made to nodes'),
  prices: Type.Array(
    shape({
      coin: string('Coin id'),
      priceUsd: usd(),
      at: timeText('Time of the price'),
      confidence: nullable(number('How far the price is trusted, 0 to 1')),
    }),
    { description: 'Prices that were used' },
  ),
  unpriced: Type.Array(Type.String(), {
    description: 'Coins that had no price and count for nothing',
  }),
  knownRun: integer('Newest run whose facts were known when the figures were made'),
})

export const getRun = defineMetaRoute({
  id: 'meta.getRun',
  summary: 'One run',
  describe:
    'What a run brought: where it came from, when it began and was committed, the facts it touched, and how many rows were accepted, rejected and held. A run that read chains or adapters shows its receipts: the code, blocks and prices its figures rest on.',
  paths: { free: '/meta/runs/{id}' },
  params: { id: text('Number of the run.', '1') },
  response: shape({
    ...runMembers,
    receipts: Type.Array(receiptShape, { description: 'One for each live source in it' }),
  }),
  example: {
    ...runExample,
    receipts: [],
  },
  table: 'receipts[]',
  reads: [],
  cached: false,
  handler: async ({ params }, { snapshot }, { store }) => {
    const run = /^\d{1,9}$/.test(params.id)
      ? await store.journal.find(Number(params.id))
      : undefined
    if (run === undefined)
      throw notFound(
        `There is no run ${JSON.stringify(params.id.slice(0, 40))}. The newest is ${store.journal.latest}.`,
      )
    const receipts = run.facts.includes(receiptFact.name)
      ? await listReceiptsOfRun(snapshot, run.id)
      : []
    return {
      ...describeRun(run, store.journal),
      receipts: receipts.map(describeReceipt),
    }
  },
})

// The path of a module on this machine is nobody else's business.
function describeReceipt({ fromSec, atSec, blocks, prices, address: _, ...rest }: Receipt) {
  return {
    ...rest,
    from: toIso(fromSec),
    at: toIso(atSec),
    blocks: blocks.map(({ chain, block }) => ({
      chain,
      number: block.number,
      hash: block.hash,
      at: toIso(block.timestampSec),
    })),
    prices: prices.map(({ source, priceUsd, atSec: pricedSec, confidence }) => ({
      coin: source,
      priceUsd,
      at: toIso(pricedSec),
      confidence,
    })),
  }
}

function toIso(sec: number): string {
  return new Date(sec * 1000).toISOString()
}
