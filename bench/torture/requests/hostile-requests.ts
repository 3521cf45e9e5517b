import type { Random } from '../part.ts'
import type { Endpoint } from './endpoints.ts'
import values from './hostile-values.json' with { type: 'json' }

export interface HostileCase {
  readonly kind: string
  /** Each character is one byte. */
  readonly text: string
  /** How many requests a careful reader can find in it; more responses mean that one was smuggled. */
  readonly requests: number
  /** Of a single well-framed request: what the document says about it. */
  readonly endpoint: Endpoint | undefined
  readonly method: string
  /** Where it is cut into pieces that arrive one after another. */
  readonly cuts: readonly number[]
  /** Whether the sender goes away without waiting. */
  readonly isAborted: boolean
}

export interface Source {
  readonly random: Random
  readonly endpoints: readonly Endpoint[]
  readonly key: string
}

/** A text, or its pieces: texts, and texts with how often they are repeated, `#` being the number. */
type Declared = string | (string | (string | number)[])[]

const texts: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries<Declared[]>(values).map(([place, declared]) => [place, declared.map(textOf)]),
)
/** What is sent in each place of a request; each character is one byte. */
const HOSTILE = texts as Record<keyof typeof values, readonly string[]>

function textOf(declared: Declared): string {
  if (typeof declared === 'string') return declared
  return declared.map((piece) => (typeof piece === 'string' ? piece : repeat(piece))).join('')
}

function repeat([text, times]: readonly (string | number)[]): string {
  const numbers = Array.from({ length: Number(times) }, (_, index) => String(index))
  return numbers.map((number) => String(text).replace('#', number)).join('')
}

const HOST = 'Host: 127.0.0.1\r\n'
/** A request that a parser finds behind the end of a body, if it takes the wrong end. */
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
const MAX_PIPELINED = 8
const ABORTED_SHARE = 0.02
const CUT_SHARE = 0.1
const HOSTLESS_SHARE = 0.02
/** Enough that most requests have one, and some have none and are answered. */
const HOSTILE_SHARE = 0.3
const QUERY_SHARE = 0.1

type Made = Pick<HostileCase, 'text' | 'requests'> &
  Partial<Pick<HostileCase, 'endpoint' | 'method'>>

const KINDS: Record<string, (source: Source) => Made> = {
  parameters: (source) => framed(source, {}),
  methods: (source) => framed(source, { method: source.random.pick(HOSTILE.methods) }),
  headers: (source) => framed(source, { headers: source.random.pick(HOSTILE.headers) }),
  targets: (source) => framed(source, { target: source.random.pick(HOSTILE.targets) }),
  versions: (source) => framed(source, { version: source.random.pick(HOSTILE.versions) }),
  bodies: (source) => withBody(source),
  lengths: ({ random, endpoints }) => {
    const path = fill(random, random.pick(endpoints), false)
    const body = random.pick(['hello', '5\r\nhello\r\n0\r\n\r\n', '0\r\n\r\n', ''])
    const head = `${random.pick(['POST', 'GET', 'DELETE'])} ${path} HTTP/1.1\r\n${HOST}`
    // Two where a careful reader takes the body as whole: the suffix is then a request of its own.
    return { text: `${head}${random.pick(HOSTILE.lengths)}\r\n${body}${SMUGGLED}`, requests: 2 }
  },
  chunks: ({ random, endpoints }) => {
    const path = fill(random, random.pick(endpoints), false)
    const head = `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`
    const text = `${head}Transfer-Encoding: chunked\r\n\r\n${random.pick(HOSTILE.chunks)}${SMUGGLED}`
    return { text, requests: 2 }
  },
  noise: ({ random }) => ({
    text: random.chance(0.5) ? random.pick(HOSTILE.noise) : random.bytes(random.int(1, 400)),
    requests: 1,
  }),
  mutated: (source) => ({ text: mutate(source.random, framed(source, {}).text), requests: 3 }),
  pipelined: (source) => {
    const count = source.random.int(2, MAX_PIPELINED)
    const texts = Array.from({ length: count }, () => framed(source, {}).text)
    return { text: texts.join(''), requests: count }
  },
}
const NAMES = Object.keys(KINDS)

/** The next case: a kind in turn, so that all are as frequent, and everything else by chance. */
export function hostileCase(source: Source, index: number): HostileCase {
  const { random } = source
  const kind = NAMES[index % NAMES.length] ?? 'noise'
  const made = KINDS[kind]?.(source) ?? { text: '', requests: 0 }
  const cuts = random.chance(CUT_SHARE)
    ? Array.from({ length: random.int(1, 6) }, () => random.int(1, made.text.length))
    : []
  return {
    endpoint: undefined,
    method: 'GET',
    ...made,
    kind,
    cuts: [...new Set(cuts)].sort((a, b) => a - b),
    isAborted: random.chance(ABORTED_SHARE),
  }
}

/** A request that is well framed except for what is given. */
function framed(
  { random, endpoints, key }: Source,
  odd: { method?: string; target?: string; version?: string; headers?: string },
): Made {
  const endpoint = random.pick(endpoints)
  const { method = endpoint.method, version = 'HTTP/1.1', headers = '' } = odd
  const target = odd.target ?? fill(random, endpoint, true)
  const hasHost = !headers.startsWith('Host') && !random.chance(HOSTLESS_SHARE)
  const body = odd.method === undefined ? bodyOf(random, endpoint) : ''
  const lines = [
    hasHost ? HOST : '',
    random.chance(0.5) ? `X-API-Key: ${key}\r\n` : '',
    headers,
    body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`,
  ]
  const text = `${method} ${target} ${version}\r\n${lines.join('')}\r\n${body}`
  // A header may announce a body that never comes, or end the head early.
  return Object.keys(odd).length === 0
    ? { text, requests: 1, endpoint, method }
    : { text, requests: 2, method }
}

function bodyOf(random: Random, { body }: Endpoint): string {
  if (body === undefined) return ''
  return random.chance(0.5) ? body : random.pick(HOSTILE.values)
}

function withBody({ random, endpoints, key }: Source): Made {
  const withBodies = endpoints.filter(({ body }) => body !== undefined)
  const endpoint = random.pick(random.chance(0.7) ? withBodies : endpoints)
  const body = random.pick(HOSTILE.bodies)
  const type = random.pick(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
  const lines = `${HOST}X-API-Key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n`
  const text = `POST ${fill(random, endpoint, false)} HTTP/1.1\r\n${lines}\r\n${body}`
  return { text, requests: 1, method: 'POST' }
}

/** The path of an endpoint with hostile values, or with its examples. */
function fill(random: Random, { path, params, query }: Endpoint, isHostile: boolean): string {
  const pickValue = (example: string) =>
    isHostile && random.chance(HOSTILE_SHARE)
      ? random.pick(HOSTILE.values)
      : encodeURIComponent(example)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    // A space would end the target, which is the matter of another kind.
    pickValue(params[name] ?? 'x').replaceAll(' ', '%20'),
  )
  const chosen = Object.entries(query).filter(() => isHostile && random.chance(QUERY_SHARE))
  const search = chosen.map(
    ([name, example]) => `${name}=${pickValue(example).replaceAll(' ', '+')}`,
  )
  return search.length === 0 ? filled : `${filled}?${search.join('&')}`
}

/** Bytes changed, left out or doubled at a few places. */
function mutate(random: Random, text: string): string {
  let result = text
  for (let change = random.int(1, 4); change > 0; change--) {
    const place = random.int(0, Math.max(0, result.length - 1))
    const span = random.int(1, 4)
    const middle = random.pick([
      '',
      random.bytes(span),
      result.slice(place, place + span).repeat(2),
    ])
    result = result.slice(0, place) + middle + result.slice(place + span)
  }
  return result
}
