import { ERROR_CODES, type ErrorCode, STATUS } from '../../../lib/errors.ts'
import type { Guide } from './guide.ts'

const MEANINGS: Readonly<Record<ErrorCode, readonly [when: string, remedy: string]>> = {
  invalid_parameter: [
    'A parameter is absent, malformed, out of range or not an allowed value.',
    'The message names it and what is allowed.',
  ],
  missing_key: ['A pro address without a key.', 'Send one in `X-API-Key`.'],
  invalid_key: ['The key is unknown, revoked or expired.', 'Make or rotate one.'],
  credits_exhausted: ['The credits of the month are spent.', 'Wait for `resetDate`.'],
  forbidden: ['The key, or the page that asks, may not do this.', 'Use an operator’s key.'],
  not_found: [
    'Nothing is known under that slug, chain, id, ticker or address.',
    '`suggestions` has up to three similar names.',
  ],
  method_not_allowed: ['The address does not take this method.', '`Allow` lists those it does.'],
  too_large: [
    'The body, the address or a result of SQL is over its limit (413, or 414 for an address).',
    'Ask for fewer things at once.',
  ],
  rate_limited: ['Too many requests in a minute.', 'Wait for the seconds of `Retry-After`.'],
  snapshot_missing: ['No data is stored for that private company.', 'Look for it in the list.'],
  overloaded: ['The service is answering as much as it can.', 'Wait for `Retry-After`.'],
  not_ready: ['Data is still loading after a start.', 'Wait for `Retry-After`.'],
  data_damaged: [
    'Rows of a fact that the answer needs are damaged on disk.',
    'Its operator runs `almanac doctor --repair`.',
  ],
}

export const errors: Guide = {
  id: 'errors',
  title: 'Errors',
  summary: 'One shape for all of them, with a code to act on.',
  sections: [
    {
      text: 'Every error is JSON: `error` is the code, `message` says what is wrong and how to put it right, `requestId` finds the request in the logs. An error costs no credit.',
      example: { path: '/protocol/wren-lendd', status: 404 },
    },
    {
      title: 'Codes',
      text: '',
      rows: {
        titles: ['Code', 'Status', 'When', 'What to do'],
        rows: ERROR_CODES.map((code) => [`\`${code}\``, String(STATUS[code]), ...MEANINGS[code]]),
      },
    },
    {
      title: 'What is no error',
      text: '- 304: nothing has changed since the copy that `If-None-Match` names.\n- 308: a protocol or chain was asked for by an old name; `Location` has the new address.\n- A coin without a price is left out of the answer; `include=missing` says why.\n- A figure that is not known is `null`, never 0.',
      example: { path: '/prices/current/aggregator:bitcoin,btc?include=missing' },
    },
  ],
}
