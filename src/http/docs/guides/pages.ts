import type { Guide } from './guide.ts'

export const pages: Guide = {
  id: 'pages',
  title: 'Lists, pages, series',
  summary: 'Filters, order, pages that do not overlap, weeks and months.',
  sections: [
    {
      title: 'Lists',
      text: 'Without parameters a list is whole. Filters and order come first, then the page, then `fields`.',
      rows: {
        titles: ['Parameter', 'Meaning'],
        rows: [
          ['filters', 'names take several, comma-separated; minimums leave out what is not known'],
          ['`sort`, `order`', 'any column, `asc` or `desc`; what is not known comes last'],
          ['`limit`, `cursor`', 'rows of a page, and where to go on'],
          ['`fields`', 'members of each row to keep'],
        ],
      },
      example: { path: '/pools?stablecoin=true&minTvlUsd=1000000&sort=apy&limit=3' },
    },
    {
      title: 'The next page',
      text: 'A page that is not the last has the header `Link: <?…>; rel="next"`, relative to its own address. All pages show the data of the first one, whatever came in since: none overlaps, none skips a row. A cursor of another list, or of other parameters, is a 400. Transactions of bridges have a cursor of their own, in `X-Next-Cursor`.',
      example: { path: '/protocols?limit=2&fields=name,tvl' },
      after:
        "In TypeScript, `for await (const row of client.rows('listProtocols'))` follows all pages.",
    },
    {
      title: 'Series',
      text: '`start` and `end` are Unix seconds or ISO 8601, both inclusive. `granularity` is `day`, `week` (from Monday) or `month`, in UTC. Levels take the last value of a period, flows such as volume add up; each operation says which.',
      example: { path: '/v2/historicalChainTvl/Ethereum?granularity=month' },
    },
  ],
}
