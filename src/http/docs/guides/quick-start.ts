import type { Guide } from './guide.ts'

export const quickStart: Guide = {
  id: 'quick-start',
  title: 'Quick start',
  summary: 'From nothing to the first answers.',
  sections: [
    {
      title: '1. Ask without a key',
      text: 'Free operations need nothing: no key, no account, no header. The answer is JSON.',
      example: { path: '/v2/chains?limit=2' },
    },
    {
      title: '2. Take only what you need',
      text: 'Lists take filters, `sort`, `limit` and `fields`; series take `start`, `end` and `granularity`. Every operation says which it has.',
      example: { path: '/protocols?category=Lending&sort=tvl&limit=3&fields=name,slug,tvl' },
    },
    {
      title: '3. Use a key',
      text: 'Pro operations need a key in the header `X-API-Key`. The start of the service prints a demo key; `almanac keys create --name desk` makes one of your own. Put it into the variable `ALMANAC_KEY`, which all examples read.',
      example: { path: '/usage/APIKEY', needsKey: true },
    },
    {
      title: '4. Ask for the past',
      text: 'Every operation that reads facts takes `asOf`: the answer as it was known then, for ever.',
      example: { path: '/v2/chains?limit=2&asOf={now}' },
    },
    {
      title: '5. Take the table',
      text: 'Lists and series are also CSV, NDJSON, Arrow and Parquet. SQL over all facts is `POST /sql`.',
      example: {
        path: '/sql',
        needsKey: true,
        method: 'POST',
        body: '{"query": "SELECT name, category FROM protocols ORDER BY name LIMIT 3"}',
      },
    },
  ],
}
