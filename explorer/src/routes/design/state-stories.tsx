import { type Answer, ApiError } from '../../api/ask.ts'
import type { Asked } from '../../api/asked.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { OnDemand, State, Story } from './story.tsx'

const ADDRESS = '/protocol/wren-lend'
const ANSWER: Answer<string> = {
  body: 'Wren Lend',
  address: ADDRESS,
  isDemo: false,
  coverage: null,
  asOfRun: null,
  nextAddress: null,
  nextCursor: null,
  receivedMs: Date.UTC(2026, 10, 16, 12, 21),
}
const FOUND = { data: ANSWER, error: null }
const ERRORS = [
  [400, 'Parameter chain must be one name.', [], null],
  [401, 'This operation needs a key.', [], null],
  [404, 'No protocol is called "wren-lent".', ['wren-lend', 'wren-swap'], null],
  [429, 'Too many requests.', [], 3_600],
  [503, 'The store is being restored.', [], null],
  [0, 'The service does not answer. It may be stopped or restarting.', [], null],
] as const

/** Every state of a block, as pages have them. */
export function StateStories() {
  return (
    <Story name="States of a block">
      <State name="Awaited, a table">
        <Shown asked={{ error: null }} shape={{ rows: 3 }} />
      </State>
      <State name="Awaited, a chart">
        <Shown asked={{ error: null }} shape={{ height: 120 }} />
      </State>
      <State name="There">
        <Shown asked={FOUND} />
      </State>
      <State name="Another range is awaited">
        <OnDemand>
          <Shown asked={{ ...FOUND, isPlaceholderData: true }} />
        </OnDemand>
      </State>
      <State name="Partial">
        <Shown asked={{ ...FOUND, data: { ...ANSWER, coverage: 0.75 } }} />
      </State>
      <State name="Empty">
        <Shown asked={{ ...FOUND, data: { ...ANSWER, body: '' } }} />
      </State>
      <State name="The last good answer, refused since">
        <Shown
          asked={{ ...FOUND, error: errorOf(503, 'The store is being restored.', [], null) }}
        />
      </State>
      {ERRORS.map(([status, message, suggestions, retryAfterSec]) => (
        <State key={status} name={status === 0 ? 'No answer' : `Refused with ${status}`}>
          <Shown asked={{ error: errorOf(status, message, suggestions, retryAfterSec) }} />
        </State>
      ))}
      <State name="Broken">
        <OnDemand>
          <Shown asked={{ ...FOUND, data: { ...ANSWER, body: 'broken' } }} />
        </OnDemand>
      </State>
    </Story>
  )
}

function Shown({
  asked,
  shape = { rows: 1 },
}: {
  asked: Partial<Asked<string>>
  shape?: { rows: number } | { height: number }
}) {
  const whole = { isPlaceholderData: false, refetch: () => undefined, ...asked }
  return (
    <Block
      title="About"
      asked={whole as unknown as Asked<string>}
      shape={shape}
      empty={{ when: (body) => body === '', say: 'Nothing is stored yet.' }}
    >
      {(body) => <About name={body} />}
    </Block>
  )
}

function About({ name }: { name: string }) {
  if (name === 'broken') throw new Error('An answer without its members.')
  return (
    <Facts
      lines={[
        ['Name', name],
        ['Audits', null],
        ['Left out', undefined],
      ]}
    />
  )
}

function errorOf(
  status: number,
  message: string,
  suggestions: readonly string[],
  retryAfterSec: number | null,
): ApiError {
  const details = { status, code: 'example', suggestions, retryAfterSec, address: ADDRESS }
  return new ApiError(message, { ...details, requestId: 'example-1' })
}
