import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'

/** What a run's figures rest on. A period read again gets a new version of its receipt. */
export const receipts = defineFact({
  name: 'run_receipts',
  isLog: true,
  describe:
    'Receipts of live runs: the code, blocks, addresses and prices behind the figures of a source at a moment.',
  key: { source: t.text('Source, such as reader:my-dex', { max: 300 }) },
  time: 'atSec',
  values: {
    fromSec: t.int('Start of the period that flows were counted over, Unix seconds', { min: 0 }),
    codeHash: t.text('Hash of the code and settings that made the figures', { max: 100 }),
    methodology: t.text('What was counted, in words'),
    methodologyVersion: t.int('Number of that text’s version', { min: 0 }),
    blocks: t.text('Chain, number, hash and time of each block read, as JSON'),
    roundTrips: t.int('Requests made to nodes', { min: 0 }),
    prices: t.text('Prices used: coin, record’s coin, US dollars, time, confidence, as JSON'),
    unpriced: t.texts('Coins that had no price and count for nothing'),
    addresses: orNull(
      t.text('Addresses that were fetched, each with its ETag, date and time of answer, as JSON'),
    ),
    knownRun: t.int('Newest run whose facts were known when the figures were made', { min: 0 }),
    programHash: orNull(
      t.text('Hash of the readers’ code; of an adapter, codeHash is', { max: 100 }),
    ),
    address: orNull(t.text('How an adapter that no file names was addressed, as JSON')),
  },
  local: ['address'],
})
