import { defineTool, largestFirst, name, pick } from '../tool.ts'

const FIELDS = [
  ...['id', 'name', 'slug', 'symbol', 'category', 'chains', 'url', 'description', 'methodology'],
  ...['parentProtocolSlug', 'otherProtocols', 'listedAt', 'deadFrom', 'mcap', 'currentChainTvls'],
]
const FIGURES = [
  ...['total24h', 'total7d', 'total30d', 'total1y', 'totalAllTime'],
  ...['change_1d', 'change_7d', 'change_1m'],
]

export const protocol = defineTool({
  name: 'protocol',
  title: 'One protocol',
  description:
    'What a protocol is and its present figures: TVL by chain, market cap, fees, revenue and trading volume in US dollars. Figures that are not recorded are null.',
  input: { protocol: name('Its name in paths, such as harbor-swap; `search` finds it') },
  narrow: 'Ask `series` for one chain or metric of the protocol.',
  run: async ({ protocol: slug }, inquiry) => {
    const charts = { excludeTotalDataChart: true, excludeTotalDataChartBreakdown: true }
    const body = await inquiry.ask('getProtocol', { protocol: slug, fields: FIELDS.join(',') })
    const revenue = { protocol: slug, dataType: 'dailyRevenue' } as const
    const summaries = {
      fees: await inquiry.find('getFeesSummary', { protocol: slug, ...charts }),
      revenue: await inquiry.find('getFeesSummary', { ...revenue, ...charts }),
      volume: await inquiry.find('getDexsSummary', { protocol: slug, ...charts }),
    }
    const { currentChainTvls = {}, ...about } = body
    const tvls = Object.entries(currentChainTvls).map(([chain, tvlUsd]) => ({ chain, tvlUsd }))
    return {
      ...pick(about, FIELDS),
      tvlByChain: largestFirst(tvls, ({ tvlUsd }) => tvlUsd),
      ...Object.fromEntries(
        Object.entries(summaries).map(([key, summary]) => [
          `${key}Usd`,
          summary === null ? null : pick(summary, FIGURES),
        ]),
      ),
    }
  },
})
