import type { Guide } from './guide.ts'

export const coinIds: Guide = {
  id: 'coin-ids',
  title: 'Coin ids',
  summary: 'How a coin is named: a chain and an address, or a source and an id.',
  sections: [
    {
      text: '',
      rows: {
        titles: ['Form', 'Example', 'Means'],
        rows: [
          [
            '`<chain>:<address>`',
            '`ethereum:0x…`',
            'a token by its contract; chains by any of their names, addresses of EVM chains in any case',
          ],
          ['`<source>:<id>`', '`aggregator:bitcoin`', 'a coin by the id of a list of coins'],
        ],
      },
    },
    {
      title: 'Several in one request',
      text: 'Up to 500, separated by commas. The answer is keyed by the texts that you sent, so you find each again whatever its spelling. Prefixes that other clients of this field use for the same list of coins work too.',
      example: { path: '/prices/current/aggregator:bitcoin,aggregator:ethereum' },
    },
    {
      title: 'Finding an id',
      text: '`/meta/search` finds coins by name, symbol or address, also mistyped.',
      example: { path: '/meta/search?q=bitcoin&kind=coin&limit=3' },
    },
    {
      title: 'When a price is missing',
      text: 'A bare symbol such as `btc` names no chain and no source: it has no price. `include=missing` gives the reason for each coin that is left out, and what it may mean. Current prices are at most 12 hours old unless `searchWidth` says otherwise; `confidence` under 0.3 is never served.',
      example: { path: '/prices/current/btc?include=missing' },
    },
    {
      title: 'Other names',
      text: 'Protocols go by `slug`, chains by name, id or short name in any case, stablecoins, pools and bridges by the `id` of their list, companies by `ticker` and `country`. An old name answers 308 with the new address, a wrong one 404 with `suggestions`.',
    },
  ],
}
