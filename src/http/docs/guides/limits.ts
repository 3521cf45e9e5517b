import type { Guide } from './guide.ts'

export const limits: Guide = {
  id: 'limits',
  title: 'Limits and credits',
  summary: 'How much may be asked, what it costs, and how to ask for less.',
  sections: [
    {
      rows: {
        titles: ['Who', 'Requests a minute', 'Credits a month'],
        rows: [
          ['Without a key, by address of the client', '300 (`ALMANAC_FREE_RATE`)', 'none needed'],
          [
            'A key',
            '1,000 (`ALMANAC_PRO_RATE`, or `--rate` of the key)',
            '1,000,000 (`ALMANAC_PRO_CREDITS`, or `--credits` of the key)',
          ],
        ],
      },
      text: 'These are the defaults; an operator may have set others. `RateLimit-Policy` says what holds for you, `RateLimit` what is left: `"default";r=299;t=60` is 299 requests in the next 60 seconds.',
    },
    {
      title: 'What costs a credit',
      text: 'One call on a pro address is one credit, whatever its size. A 304, an error and a call of `/usage/APIKEY` cost nothing. `X-Credits-Remaining` says what is left; when nothing is, the answer is 402 `credits_exhausted` with `resetDate`.',
      example: { path: '/usage/APIKEY', needsKey: true },
    },
    {
      title: 'When it is too much',
      text: '429 `rate_limited` and 503 `overloaded` carry `Retry-After` in seconds: wait that long, then ask again. The TypeScript client does so by itself.',
    },
    {
      title: 'Ask for less',
      text: '- Send the `ETag` of the last answer as `If-None-Match`: while nothing has changed the answer is an empty 304 and costs nothing.\n- Ask for many coins in one request: up to 500.\n- `fields` and `limit` make answers small; `Accept-Encoding: br` or `gzip` makes them smaller.\n- Follow changes with `/meta/stream` or webhooks instead of polling.',
      example: { path: '/prices/current/aggregator:bitcoin,aggregator:ethereum' },
    },
  ],
}
