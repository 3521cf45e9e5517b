import { identifier, sql } from '../../lib/sql.ts'
import { orNull, t, withDefault } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, knownChains, slugSql } from '../registry/public.ts'

// The first block of the first chain was mined on 3 January 2009: nothing of this field is older.
const FIRST_SEC = Date.UTC(2009, 0, 1) / 1000
// Several times the largest ever; a file that gives dollars instead of millions lands above.
const TOO_LARGE_AMOUNT = 20_000
const TOO_LARGE_VALUATION = 1_000_000

const cleaned = (column: string) =>
  sql`arrayFilter(text -> text != '', arrayMap(text -> trimBoth(text), ${identifier(column)}))`

/** A later row with the same reporter and report corrects the earlier one, its date too. */
export const raises = defineFact({
  name: 'raises',
  describe:
    'Funding rounds, one row per report; `atSec` is the day of the announcement. Two reporters may tell of the same round: it is served once. A later row with the same reporter and report corrects the earlier one.',
  key: {
    reporter: withDefault(
      t.word(
        'Who reports the round, always by the same short name, such as round-watch; import where you give none',
      ),
      sql`'import'`,
    ),
    report: withDefault(
      t.text(
        'The reporter’s own id of the round, unique among its reports; made of name, round and day where it has none',
        { max: 200 },
      ),
      sql`concat(${slugSql(sql`concat(name, ' ', ifNull(round, ''))`)}, '-', toString(toDate(atSec)))`,
    ),
  },
  time: 'atSec',
  values: {
    name: t.text('Name of the project that raised', { max: 200 }),
    round: orNull(
      t.word('Kind of round, such as Seed, Series A or Strategic; empty when not known'),
    ),
    amountMillionUsd: orNull(
      t.float(
        'Amount raised, in millions of US dollars: 12.5 is 12,500,000; empty when undisclosed',
        { min: 0 },
      ),
    ),
    valuationMillionUsd: orNull(
      t.float('Valuation at the round, in millions of US dollars', { min: 0 }),
    ),
    chains: t.texts('Chains the project builds on, by any of their names'),
    sector: orNull(t.text('What the project does, in words', { max: 2_000 })),
    category: orNull(
      t.word('Category, such as DeFi or Gaming; data/raise-categories.json puts it into a group'),
    ),
    link: orNull(t.text('URL of the announcement', { max: 2_000 })),
    leadInvestors: t.texts('Names of the investors that led the round'),
    otherInvestors: t.texts('Names of the other investors'),
    protocol: orNull(
      t.text('Id of the protocol that raised, or parent#<slug> of its family', { max: 200 }),
    ),
    withdrawn: orNull(
      t.bool('true takes an earlier report with this reporter and report back; empty means false'),
    ),
  },
  normalize: {
    chains: sql`arrayMap(chain -> ${chainKeySql(sql`chain`)}, ${cleaned('chains')})`,
    leadInvestors: cleaned('leadInvestors'),
    otherInvestors: cleaned('otherInvestors'),
  },
  known: { chains: knownChains() },
  hold: [
    { reason: 'before 2009', when: sql`atSec < ${FIRST_SEC}` },
    {
      reason: 'more than 20,000 million USD: the amount is in millions',
      when: sql`amountMillionUsd > ${TOO_LARGE_AMOUNT}`,
    },
    {
      reason: 'valued at more than 1,000,000 million USD: the valuation is in millions',
      when: sql`valuationMillionUsd > ${TOO_LARGE_VALUATION}`,
    },
  ],
})
