import type { Address } from './addresses.ts'
import type { Answer, Exchanged } from './exchange.ts'
import type { HostileCase } from './hostile-requests.ts'

/** What is wrong with the answers to a case, and an excerpt that shows it. */
export interface Problem {
  readonly what: string
  readonly shown: string
}

/** Stacks, paths and statements of the inside. */
const LEAKS =
  /DB::|Exception|\/src\/|node_modules|\.ts:\d|\.js:\d|SELECT |\bat \S+ \(\S*:\d+|\/tmp\/|\/home\/|root:x:0/
/** Refused for the framing, before any operation is known. */
const REFUSALS = [400, 404, 405, 413, 414, 417]
/** Pages and documents that may speak of statements and files. */
const PAGES = /text\/html|text\/css|javascript|text\/plain; version|image\/|font\//

export function findProblems(
  hostile: HostileCase,
  { answers, isLate, isReached }: Exchanged,
  documented: ReadonlySet<number>,
): Problem[] {
  const problems: Problem[] = []
  if (!isReached) problems.push({ what: 'no connection', shown: '' })
  if (isLate) problems.push({ what: 'no end', shown: hostile.text.slice(0, 200) })
  if (answers.length > hostile.requests)
    problems.push({ what: 'more answers than requests', shown: hostile.text.slice(0, 300) })
  const known = hostile.requests === 1 ? hostile.address : undefined
  for (const answer of answers) {
    const what = problemOf(answer, hostile.method, statusesOf(known, documented))
    if (what !== undefined)
      problems.push({
        what,
        shown: `${JSON.stringify(hostile.text.slice(0, 300))} → ${answer.status} ${answer.body.slice(0, 200)}`,
      })
  }
  return problems
}

function statusesOf(
  address: Address | undefined,
  documented: ReadonlySet<number>,
): ReadonlySet<number> {
  const own = address === undefined || address.statuses.size === 0 ? documented : address.statuses
  return new Set([...own, ...REFUSALS])
}

function problemOf(
  answer: Answer,
  method: string,
  allowed: ReadonlySet<number>,
): string | undefined {
  const { status, headers, body } = answer
  const type = headers['content-type'] ?? ''
  if (isFault(answer)) return 'a fault of the service'
  if (!allowed.has(status) && !isOfAgents(answer)) return `status ${status} is not documented`
  if (!PAGES.test(type) && !body.startsWith('{"openapi"') && LEAKS.test(body)) return 'a leak'
  if (status >= 400 && method !== 'HEAD' && !isErrorBody(body, status))
    return 'an error in another shape'
  return undefined
}

/** A fault of our own is answered with a documented 503 that asks for more patience than overload. */
function isFault({ status, headers, body }: Answer): boolean {
  if (status < 500) return false
  if (status === 502) return !body.includes('"snapshot_missing"')
  const isBusy = body === '' ? headers['retry-after'] === '1' : body.includes('"overloaded"')
  return status !== 503 || !isBusy || body.includes('could not be made')
}

/** The protocol of agents has statuses and error bodies of its own. */
function isOfAgents({ status, body }: Answer): boolean {
  return (status === 406 || status === 415) && body.includes('"jsonrpc"')
}

function isErrorBody(body: string, status: number): boolean {
  try {
    const value = JSON.parse(body) as { error?: unknown; message?: unknown; status?: unknown }
    if ('jsonrpc' in value) return true
    return (
      typeof value.error === 'string' &&
      typeof value.message === 'string' &&
      value.status === status
    )
  } catch {
    return false
  }
}
