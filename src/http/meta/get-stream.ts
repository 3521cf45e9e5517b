import { afterRun, EVENT_NAMES, parseEventId } from '../../follow/event.ts'
import { string } from '../described.ts'
import { flag, optionalText, type Parameter, someOf } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import type { Subscription } from '../stream/event-stream.ts'
import { getNamedFact } from './fact-parameters.ts'

const since: Parameter<ReturnType<typeof parseEventId> | undefined> = {
  describe:
    'Id of an event: what came after it is sent first. 0 is the beginning; absent: only what is new. The header Last-Event-ID does the same, and counts if both are given.',
  example: '0',
  schema: { type: 'string', pattern: '^\\d{1,10}(\\.\\d{1,9})?$' },
  parse: (value, name) =>
    value === undefined || value === '' ? undefined : parseEventId(value, name),
}

export const getStream = defineMetaRoute({
  id: 'meta.getStream',
  summary: 'Follow what changes, as Server-Sent Events',
  describe:
    'Every commit with its facts and rows; readings that the guards held, that were released or rejected; live sources that fail or recover. The data of an event is JSON. Ids are places in the one order of all events: a reader that was away resumes without a gap by Last-Event-ID, as browsers do by themselves. A comment is sent every 15 seconds. A reader that does not keep up is disconnected and can resume.',
  paths: { free: '/meta/stream' },
  query: {
    since,
    event: someOf(`Only these events, comma-separated: ${EVENT_NAMES.join(', ')}.`, EVENT_NAMES),
    fact: optionalText(
      'Only events about these facts, comma-separated. Events of sources have none and are sent.',
      'prices',
    ),
    once: flag('End with what has happened so far instead of going on.'),
  },
  response: string('Server-Sent Events'),
  example:
    'id: 12\nevent: commit\ndata: {"id":"12","event":"commit","run":12,"at":"2026-01-31T00:00:01.000Z","source":"import","facts":[{"fact":"prices","rows":3}],"accepted":3,"rejected":0,"held":0,"note":"prices.csv"}\n\n',
  reads: [],
  cached: false,
  costs: false,
  kind: 'stream',
  handler: async ({ query }, _, { store }): Promise<Subscription> => {
    const facts = (query.fact ?? '').split(',').filter((name) => name !== '')
    for (const fact of facts) getNamedFact({ store }, fact)
    return {
      filter: { events: query.event, facts: new Set(facts) },
      since: query.since ?? afterRun(store.journal.latest),
      once: query.once,
    }
  },
})
