import Type from 'typebox'
import { defineTool, name, pick } from '../tool.ts'
import { askOverview, FLOWS } from './overviews.ts'

const FIELDS = ['name', 'slug', 'category', 'chains', 'tvl', 'change_1d', 'change_7d', 'mcap']
const FIGURES = ['total24h', 'total7d', 'total30d', 'change_7dover7d', 'change_30dover30d']

export const compare = defineTool({
  name: 'compare',
  title: 'Compare protocols',
  description:
    'Two to eight protocols side by side: TVL, market cap, fees, revenue and trading volume in US dollars. Figures that are not recorded are null.',
  input: {
    protocols: Type.Array(name('Name in paths, such as harbor-swap; `search` finds it'), {
      minItems: 2,
      maxItems: 8,
      uniqueItems: true,
    }),
  },
  narrow: 'Compare fewer protocols.',
  run: async ({ protocols: slugs }, inquiry) => {
    const all: object[] = await inquiry.ask('listProtocols', { fields: FIELDS.join(',') })
    const known = new Map(all.map((row) => [(row as { slug?: string }).slug, row]))
    const rows = slugs.flatMap((slug) => {
      const row = known.get(slug)
      return row === undefined ? [] : { slug, ...pick(row, FIELDS) }
    })
    const figures = new Map<string, Record<string, unknown>>()
    for (const flow of FLOWS) {
      const { protocols: listed } = await askOverview(inquiry, flow, { hasChart: false })
      for (const slug of slugs) {
        const row = listed.find((candidate) => candidate.slug === slug)
        const figure = row === undefined ? null : pick(row, FIGURES)
        figures.set(slug, { ...figures.get(slug), [`${flow}Usd`]: figure })
      }
    }
    return {
      protocols: rows.map((row) => ({ ...row, ...figures.get(row.slug) })),
      notFound: slugs.filter((slug) => !known.has(slug)),
    }
  },
})
