import Type from 'typebox'
import type { Inquiry } from '../inquiry.ts'
import { defineTool, name, pick, ToolError } from '../tool.ts'

const KINDS = ['company', 'privateCompany', 'institution'] as const
const HOLDER = ['ticker', 'name', 'type', 'totalUsdValue', 'totalCost', 'realized_mNAV', 'assets']

export const company = defineTool({
  name: 'company',
  title: 'One company',
  description:
    'A listed company (price, market cap, figures of the last twelve months, coins it holds) or a private one (estimated value, funding rounds), by ticker or name. Needs a key.',
  input: {
    company: name('Ticker or name'),
    kind: Type.Optional(Type.Enum([...KINDS], { description: 'Where a name means several' })),
  },
  narrow: 'Ask `sql` or the path under sources for the rest.',
  run: async ({ company: query, kind }, inquiry) => {
    const kinds = kind ?? KINDS.join(',')
    const { hits } = await inquiry.ask('getSearch', { q: query, kind: kinds, limit: 5 })
    const isExact = ({ symbol, id }: (typeof hits)[number]) =>
      [symbol, id].some((text) => text?.toLowerCase() === query.toLowerCase())
    const hit = hits.find(isExact) ?? hits[0]
    if (hit === undefined)
      throw new ToolError('No company is known by this name. Try `search` with fewer letters.')
    const others = hits.filter((other) => other !== hit)
    return {
      ...pick(hit, ['kind', 'id', 'name', 'symbol']),
      ...(await describe(inquiry, hit)),
      alsoFound: others.map((other) => pick(other, ['kind', 'id', 'name', 'symbol'])),
    }
  },
})

async function describe(
  inquiry: Inquiry,
  { kind, id, symbol }: { kind: string; id: string; symbol: string | null },
): Promise<Record<string, unknown>> {
  if (kind === 'privateCompany') {
    const { data } = await inquiry.ask('getPreIpoSummary', { company: id })
    const { data: rounds } = await inquiry.ask('listPreIpoRaises', { company: id })
    return { summary: data, ...inquiry.list('rounds', rounds, rounds.length) }
  }
  const holdings = symbol === null ? null : await findHoldings(inquiry, symbol)
  if (kind === 'institution') return { holdings }
  const [country = '', ticker = ''] = id.split(' ')
  return { summary: await inquiry.ask('getEquitySummary', { ticker, country }), holdings }
}

async function findHoldings(inquiry: Inquiry, symbol: string): Promise<object | null> {
  const holder = await inquiry.find('getInstitution', { symbol })
  return holder === null ? null : pick(holder, HOLDER)
}
