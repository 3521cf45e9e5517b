import Type from 'typebox'
import { dateText, defineTool, limit, name, pick, ToolError } from '../tool.ts'

const DAY_SEC = 86_400
const FIELDS = ['name', 'protocolSlug', 'token', 'circSupply', 'totalLocked', 'maxSupply', 'mcap']

export const unlocks = defineTool({
  name: 'unlocks',
  title: 'Token unlocks',
  description:
    'The next unlock of each token within some days, soonest first: tokens, their value in US dollars, and the share of the circulating supply (0.01 is 1%). Needs a key.',
  input: {
    protocol: Type.Optional(name('Only this protocol, by its name in paths; any time ahead')),
    withinDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3_650, description: 'Days ahead; 30 unless set' }),
    ),
    limit: limit(20),
  },
  narrow: 'Ask with a higher limit (at most 100), fewer days, or one protocol.',
  run: async ({ protocol, withinDays = 30, limit: count = 20 }, inquiry) => {
    const all = await inquiry.ask('listEmissions', {})
    const untilSec = inquiry.nowSec + withinDays * DAY_SEC
    if (protocol !== undefined && !all.some(({ protocolSlug }) => protocolSlug === protocol))
      throw new ToolError('No unlocks of this protocol are recorded. `search` finds protocols.')
    const rows = all.flatMap(({ nextEvent, tokenPrice, ...emission }) => {
      if (nextEvent === null || nextEvent === undefined) return []
      const { date, toUnlock, proportion } = nextEvent
      const isAsked = protocol === undefined ? date <= untilSec : emission.protocolSlug === protocol
      if (!isAsked || date < inquiry.nowSec) return []
      const price = tokenPrice?.[0]?.price ?? null
      const valueUsd = price === null ? null : toUnlock * price
      return { date, row: { ...pick(emission, FIELDS), tokens: toUnlock, valueUsd, proportion } }
    })
    const soonest = rows.toSorted((a, b) => a.date - b.date)
    const shown = soonest.map(({ date, row }) => ({ date: dateText(date), ...row }))
    return inquiry.list('unlocks', shown, count)
  },
})
