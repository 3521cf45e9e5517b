import { AlmanacError } from '../../api/client.ts'
import type { ApiResponse, ResponseState } from '../../api/response.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { OnDemand, State, Story } from './story.tsx'

const PATH = '/protocol/wren-lend'
const RESPONSE: ApiResponse<string> = {
  body: 'Wren Lend',
  path: PATH,
  isDemo: false,
  coverage: null,
  asOfRun: null,
  nextPath: null,
  receivedMs: Date.UTC(2026, 10, 16, 12, 21),
}
const AWAITED: ResponseState<string> = {
  data: undefined,
  error: null,
  isPending: false,
  isPlaceholderData: false,
  refetch: () => undefined,
}
const FOUND = { data: RESPONSE, error: null }
const ERRORS = [
  [400, 'Parameter chain must be one name.', [], null],
  [401, 'This operation needs a key.', [], null],
  [404, 'No protocol is called "wren-lent".', ['wren-lend', 'wren-swap'], null],
  [429, 'Too many requests.', [], 3_600],
  [503, 'The store is being restored.', [], null],
  [0, 'The service does not answer. It may be stopped or restarting.', [], null],
] as const

type StateOf = readonly [
  name: string,
  asked: Partial<ResponseState<string>>,
  shape?: { readonly rows: number } | { readonly height: number },
]

const STATES: readonly StateOf[] = [
  ['Awaited, a table', { error: null }, { rows: 3 }],
  ['Awaited, a chart', { error: null }, { height: 120 }],
  ['There', FOUND],
  ['Partial', { ...FOUND, data: { ...RESPONSE, coverage: 0.75 } }],
  ['Empty', { ...FOUND, data: { ...RESPONSE, body: '' } }],
  [
    'The last good response, refused since',
    { ...FOUND, error: errorOf(503, 'The store is being restored.', [], null) },
  ],
  ...ERRORS.map(
    ([status, message, suggestions, retryAfterSec]): StateOf => [
      status === 0 ? 'No response' : `Refused with ${status}`,
      { error: errorOf(status, message, suggestions, retryAfterSec) },
    ],
  ),
]
const ON_DEMAND: readonly StateOf[] = [
  ['Another range is awaited', { ...FOUND, isPlaceholderData: true }],
  ['Broken', { ...FOUND, data: { ...RESPONSE, body: 'broken' } }],
]

/** Every state of a block, as pages have them. */
export function StateStories() {
  return (
    <Story name="States of a block">
      {STATES.map(([name, asked, shape]) => (
        <State key={name} name={name}>
          <Shown asked={asked} shape={shape ?? { rows: 1 }} />
        </State>
      ))}
      {ON_DEMAND.map(([name, asked]) => (
        <State key={name} name={name}>
          <OnDemand>
            <Shown asked={asked} shape={{ rows: 1 }} />
          </OnDemand>
        </State>
      ))}
    </Story>
  )
}

function Shown(props: { asked: StateOf[1]; shape: NonNullable<StateOf[2]> }) {
  const { asked, shape } = props
  return (
    <Block
      title="About"
      asked={{ ...AWAITED, ...asked }}
      shape={shape}
      empty={{ when: (body) => body === '', say: 'Nothing is stored yet.' }}
    >
      {(body) => <About name={body} />}
    </Block>
  )
}

function About({ name }: { name: string }) {
  if (name === 'broken') throw new Error('A response without its members.')
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
): AlmanacError {
  const details = { status, code: 'example', suggestions, retryAfterSec, url: PATH }
  return new AlmanacError(message, { ...details, requestId: 'example-1' })
}
