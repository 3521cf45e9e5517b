import { sql } from '../../lib/sql.ts'
import { orFalse, orNull, t, withDefault } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, knownChains, slugSql } from '../registry/public.ts'

// The first block of the first chain was mined on 3 January 2009: nothing of this field is older.
const FIRST_SEC = Date.UTC(2009, 0, 1) / 1000
// Many times the largest loss there ever was.
const TOO_LARGE_USD = 100e9

/** A later row with the same id corrects the earlier one, its date too. */
export const hacks = defineFact({
  name: 'hacks',
  describe:
    'Hacks, exploits and frauds; `atSec` is the day of the incident. A later row with the same id corrects the earlier one, its date too.',
  key: {
    id: withDefault(
      t.text(
        'Your id of the incident, always the same for the same incident; made of name and day where you have none',
        { max: 200 },
      ),
      sql`concat(${slugSql(sql`name`)}, '-', toString(toDate(atSec)))`,
    ),
  },
  time: 'atSec',
  values: {
    name: t.text(
      'Name of who was hacked; the registry’s name is shown instead when `protocol` is known',
      { max: 200 },
    ),
    classification: orNull(
      t.word('Where the fault lay, such as Protocol Logic, Infrastructure, Ecosystem or Rugpull'),
    ),
    technique: orNull(
      t.text('How it was done, such as Flashloan Price Oracle Attack', { max: 500 }),
    ),
    amountUsd: orNull(t.float('Loss in US dollars at the time; empty when not known', { min: 0 })),
    returnedUsd: orNull(
      t.float('How much of it came back, in US dollars; empty when not known, 0 when nothing', {
        min: 0,
      }),
    ),
    chains: t.texts('Chains on which it happened, by any of their names'),
    bridgeHack: orFalse(t.bool('true when a bridge was hacked')),
    targetType: orNull(t.word('What was hacked, such as DeFi Protocol, CEX, Wallet or Gaming')),
    link: orNull(t.text('URL of a report of it', { max: 2_000 })),
    protocol: orNull(
      t.text('Id of the protocol that was hacked, or parent#<slug> of its family', { max: 200 }),
    ),
    language: orNull(t.word('Language of the faulty code, such as Solidity or Rust')),
    withdrawn: orNull(t.bool('true takes an earlier row with this id back; empty means false')),
  },
  normalize: {
    chains: sql`arrayMap(chain -> ${chainKeySql(sql`chain`)}, arrayFilter(text -> text != '', arrayMap(text -> trimBoth(text), chains)))`,
  },
  known: { chains: knownChains() },
  hold: [
    { reason: 'before 2009', when: sql`atSec < ${FIRST_SEC}` },
    { reason: 'a loss of more than 100 bn USD', when: sql`amountUsd > ${TOO_LARGE_USD}` },
  ],
})
