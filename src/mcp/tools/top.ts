import Type from 'typebox'
import type { Inquiry } from '../inquiry.ts'
import { defineTool, largestFirst, limit, name, pick } from '../tool.ts'
import { askOverview, FLOWS } from './overviews.ts'

const PROTOCOL = ['name', 'slug', 'category', 'tvl', 'change_1d', 'change_7d', 'mcap']
const CHAIN = ['name', 'tokenSymbol', 'tvl']
const FIGURES = ['name', 'slug', 'category', 'total24h', 'total7d', 'total30d', 'change_7dover7d']

interface Filter {
  readonly chain: string | undefined
  readonly category: string | undefined
}

interface Listed {
  readonly chains?: readonly string[]
  readonly category?: string | null
  readonly tvl?: number | null
}

export const top = defineTool({
  name: 'top',
  title: 'The largest',
  description:
    'Ranking in US dollars: protocols or chains by TVL, protocols by fees, revenue or trading volume of the last day. Protocols can be narrowed to a chain or a category.',
  input: {
    what: Type.Enum(['protocols', 'chains', ...FLOWS], { description: 'What is ranked' }),
    chain: Type.Optional(name('Only protocols on this chain, by its name')),
    category: Type.Optional(name('Only protocols of this category, such as Dexs or Lending')),
    limit: limit(20),
  },
  narrow: 'Ask with a higher limit (at most 100), a chain or a category.',
  run: async ({ what, limit: count = 20, chain, category }, inquiry) => {
    const filter = { chain, category }
    const rows =
      what === 'chains'
        ? await rankChains(inquiry, filter)
        : what === 'protocols'
          ? await rankProtocols(inquiry, filter)
          : await rankFlow(inquiry, what, filter)
    return { what, ...inquiry.list('ranking', rows, count) }
  },
})

async function rankChains(inquiry: Inquiry, { chain }: Filter): Promise<object[]> {
  const rows = await inquiry.ask('listChains', {})
  const wanted = rows.filter((row) => isSame(row.name, chain))
  return largestFirst(wanted, ({ tvl }) => tvl).map((row) => pick(row, CHAIN))
}

async function rankProtocols(inquiry: Inquiry, { chain, category }: Filter): Promise<object[]> {
  const fields = [...PROTOCOL, 'chains'].join(',')
  const rows = (await inquiry.ask('listProtocols', { fields })) as Listed[]
  const wanted = rows.filter(
    (row) =>
      isSame(row.category, category) &&
      (chain === undefined || row.chains?.some((name) => isSame(name, chain))),
  )
  return largestFirst(wanted, ({ tvl }) => tvl).map((row) => pick(row, PROTOCOL))
}

async function rankFlow(
  inquiry: Inquiry,
  flow: (typeof FLOWS)[number],
  { chain, category }: Filter,
): Promise<object[]> {
  const { protocols } = await askOverview(inquiry, flow, { chain, hasChart: false })
  const wanted = protocols.filter((row) => isSame(row.category, category))
  return largestFirst(wanted, ({ total24h }) => total24h).map((row) => pick(row, FIGURES))
}

function isSame(text: string | null | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || text?.toLowerCase() === wanted.toLowerCase()
}
