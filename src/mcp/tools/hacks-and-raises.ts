import Type from 'typebox'
import type { Inquiry } from '../inquiry.ts'
import { dateText, defineTool, limit, name, pick, timestamp, toSec } from '../tool.ts'

const HACK = ['name', 'classification', 'technique', 'chain', 'targetType', 'source']
const RAISE = ['name', 'round', 'category', 'chains', 'leadInvestors', 'otherInvestors', 'source']
const MILLION = 1_000_000

interface Filter {
  readonly name: string | undefined
  readonly sinceSec: number
  readonly minAmountUsd: number
}

export const hacksAndRaises = defineTool({
  name: 'hacks_and_raises',
  title: 'Hacks and funding rounds',
  description:
    'Incidents with the amount lost and returned, and funding rounds with amount and valuation, in US dollars, newest first. Needs a key.',
  input: {
    kind: Type.Enum(['hacks', 'raises', 'both'], { description: 'What to list' }),
    name: Type.Optional(name('Only names that contain this')),
    since: timestamp('Only from this day on: ISO 8601 or Unix seconds.'),
    minAmountUsd: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1e15, description: 'Only from this amount on' }),
    ),
    limit: limit(20),
  },
  narrow: 'Ask with a higher limit (at most 100), one kind, a name, since or minAmountUsd.',
  run: async ({ kind, name: text, since, minAmountUsd = 0, limit: count = 20 }, inquiry) => {
    const sinceSec = since === undefined ? 0 : toSec(since)
    const filter = { name: text?.toLowerCase(), sinceSec, minAmountUsd }
    return {
      ...(kind === 'raises' ? {} : inquiry.list('hacks', await listHacks(inquiry, filter), count)),
      ...(kind === 'hacks' ? {} : inquiry.list('raises', await listRaises(inquiry, filter), count)),
    }
  },
})

async function listHacks(inquiry: Inquiry, filter: Filter): Promise<object[]> {
  return listEvents(await inquiry.ask('listHacks', {}), filter, (row) => ({
    ...pick(row, HACK),
    amountUsd: row.amount ?? null,
    returnedUsd: row.returnedFunds ?? null,
  }))
}

async function listRaises(inquiry: Inquiry, filter: Filter): Promise<object[]> {
  const { raises } = await inquiry.ask('listRaises', {})
  return listEvents(raises, filter, (row) => ({
    ...pick(row, RAISE),
    amountUsd: millionsToUsd(row.amount),
    valuationUsd: millionsToUsd(row.valuation),
  }))
}

/** Events that are wanted, the newest first; those without a name or a date are left out. */
function listEvents<Row extends { readonly date?: number; readonly name?: string }>(
  rows: readonly Row[],
  { name: text, sinceSec, minAmountUsd }: Filter,
  describe: (row: Row) => { readonly amountUsd: number | null },
): object[] {
  const events = rows.flatMap((row) => {
    const { date, name: title } = row
    if (date === undefined || title === undefined || date < sinceSec) return []
    if (text !== undefined && !title.toLowerCase().includes(text)) return []
    const described = describe(row)
    // An unknown amount is not below a limit that was not set.
    const isLarge = minAmountUsd === 0 || (described.amountUsd ?? Number.NaN) >= minAmountUsd
    return isLarge ? { date, described } : []
  })
  const newestFirst = events.toSorted((a, b) => b.date - a.date)
  return newestFirst.map(({ date, described }) => ({ date: dateText(date), ...described }))
}

function millionsToUsd(millions: number | null | undefined): number | null {
  return millions === null || millions === undefined ? null : millions * MILLION
}
