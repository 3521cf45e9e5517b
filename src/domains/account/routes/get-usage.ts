import { integer, string, textList } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { AlmanacError } from '../../../lib/errors.ts'
import { field, record } from '../../../records/record.ts'

const usageRecord = record({
  creditsRemaining: field(integer('Calls left this month'), 999_990, 'remaining'),
  creditsLeft: field(integer('The same as creditsRemaining'), 999_990, 'remaining'),
  creditsUsed: field(integer('Calls made this month'), 10, 'used'),
  resetDate: field(string('First day of next month, UTC, YYYY-MM-DD'), '2026-02-01'),
  plan: field(string('Name of the plan'), 'pro'),
  rateLimit: field(
    string('Requests a minute, such as 1000/minute'),
    '1000/minute',
    ({ ratePerMinute }: { ratePerMinute: number }) => `${ratePerMinute}/minute`,
  ),
  endpoints: field(textList('Groups of operations the key may call'), ['all'], () => ['all']),
})

export const getUsage = defineRoute({
  id: 'account.getUsage',
  summary: 'Credits and limits of a key',
  describe:
    'What is left of the month’s credits. The call itself costs nothing. Answers at /<KEY>/usage/APIKEY, at /usage/<KEY> and, with the key in a header, at /usage.',
  paths: { pro: '/usage/APIKEY' },
  response: usageRecord.schema,
  example: usageRecord.example,
  reads: [],
  cached: false,
  costs: false,
  handler: async (_, { account }) => {
    if (account === undefined) throw new AlmanacError('missing_key', 'Usage needs an API key.')
    return usageRecord.item({ ...account.key, ...account.usage() })
  },
})
