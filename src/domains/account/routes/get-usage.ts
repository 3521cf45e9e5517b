import { integer, string, textList } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { AlmanacError } from '../../../lib/errors.ts'

export const getUsage = defineRoute({
  id: 'account.getUsage',
  summary: 'Credits and limits of a key',
  describe:
    'What is left of the month’s credits. The call itself costs nothing. Answers at /<KEY>/usage/APIKEY, at /usage/<KEY> and, with the key in a header, at /usage.',
  paths: { pro: '/usage/APIKEY' },
  response: shape({
    creditsRemaining: integer('Calls left this month'),
    creditsLeft: integer('The same as creditsRemaining'),
    creditsUsed: integer('Calls made this month'),
    resetDate: string('First day of next month, UTC, YYYY-MM-DD'),
    plan: string('Name of the plan'),
    rateLimit: string('Requests a minute, such as 1000/minute'),
    endpoints: textList('Groups of operations the key may call'),
  }),
  example: {
    creditsRemaining: 999_990,
    creditsLeft: 999_990,
    creditsUsed: 10,
    resetDate: '2026-02-01',
    plan: 'pro',
    rateLimit: '1000/minute',
    endpoints: ['all'],
  },
  reads: [],
  cached: false,
  costs: false,
  handler: async (_, { account }) => {
    if (account === undefined) throw new AlmanacError('missing_key', 'Usage needs an API key.')
    const { key } = account
    const usage = account.usage()
    return {
      creditsRemaining: usage.remaining,
      creditsLeft: usage.remaining,
      creditsUsed: usage.used,
      resetDate: usage.resetDate,
      plan: key.plan,
      rateLimit: `${key.ratePerMinute}/minute`,
      endpoints: ['all'],
    }
  },
})
