import Type from 'typebox'
import { defineTool, largestFirst, limit, name, pick } from '../tool.ts'

const FIELDS = [
  ...['pool', 'project', 'chain', 'symbol', 'poolMeta', 'tvlUsd', 'apy', 'apyBase', 'apyReward'],
  ...['apyMean30d', 'stablecoin', 'ilRisk', 'exposure', 'outlier'],
]

export const yields = defineTool({
  name: 'yields',
  title: 'Yields of pools',
  description:
    'Pools by APY (per cent a year) or by TVL (US dollars), narrowed to a chain, project, token or stablecoins. High APYs of small pools are often of short life: see apyMean30d and outlier.',
  input: {
    chain: Type.Optional(name('Only pools on this chain')),
    project: Type.Optional(name('Only pools of this protocol, by its name in paths')),
    symbol: Type.Optional(name('Only pools with this token, such as USDC')),
    stablecoin: Type.Optional(Type.Boolean({ description: 'Only pools of stablecoins' })),
    minTvlUsd: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1e15, description: 'Least TVL; 1,000,000 unless set' }),
    ),
    sort: Type.Optional(Type.Enum(['apy', 'tvlUsd'], { description: 'apy unless set' })),
    limit: limit(20),
  },
  narrow:
    'Ask with a higher limit (at most 100), a chain, a project, a token or a higher minTvlUsd.',
  run: async ({ sort = 'apy', limit: count = 20, minTvlUsd = 1_000_000, ...filter }, inquiry) => {
    const { chain, project, symbol, stablecoin } = filter
    const { data } = await inquiry.ask('listPools', {
      minTvlUsd,
      fields: FIELDS.join(','),
      ...(chain === undefined ? {} : { chain }),
      ...(project === undefined ? {} : { project }),
      ...(symbol === undefined ? {} : { symbol }),
      ...(stablecoin === true ? { stablecoin } : {}),
    })
    const rows = largestFirst(data, (pool) => pool[sort]).map((pool) => pick(pool, FIELDS))
    return inquiry.list('pools', rows, count)
  },
})
