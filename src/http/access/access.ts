import type { IncomingMessage } from 'node:http'
import type { AccountKey, Accounts, Usage } from '../../accounts/accounts.ts'
import type { FoundKey } from '../../accounts/key-ring.ts'
import type { RateLimiter } from '../../accounts/rate-limit.ts'
import type { Clock } from '../../lib/clock.ts'
import { AlmanacError } from '../../lib/errors.ts'
import { type Headers, pairs } from '../headers.ts'
import type { Root } from '../route.ts'
import type { Pass } from './pass.ts'

/** What a caller may do, and the headers that tell it. */
export interface Admission {
  /** The key or the network that limits count for, and that shares work fairly with others. */
  bucket: string
  key: AccountKey | undefined
  /** Admitted by the pass of a browser. */
  isPass: boolean
  rateHeaders: Headers
}

/** Who calls: the network it comes from and the key it shows, wherever that stood. */
export interface Caller {
  readonly network: string
  readonly key: string | undefined
  /** The pass of a browser that shows no key. */
  readonly pass?: Pass | undefined
  /** Set once the caller is admitted, so that an error can tell it what is left too. */
  admission?: Admission
}

export interface AccessOptions {
  accounts: Accounts
  limiter: RateLimiter
  clock: Clock
  freeRatePerMinute: number
}

/** Keys on the pro root, rates everywhere (account.md#where-a-key-travels, account.md#credits). */
export class Access {
  readonly #options: AccessOptions
  /** Credits spent and calls refused because none were left, since the start. */
  readonly credits = { spent: 0, refused: 0 }

  constructor(options: AccessOptions) {
    this.#options = options
  }

  admit(caller: Caller, root: Root): Admission {
    const { pass, network } = caller
    const takeFree = () => this.#take(`ip ${network}`, this.#options.freeRatePerMinute)
    const hasOpenPass = caller.key === undefined && pass !== undefined && pass.keyId === undefined
    if (root !== 'pro' || hasOpenPass) {
      const rateHeaders = takeFree()
      const isPass = root === 'pro'
      caller.admission = { bucket: `ip ${network}`, key: undefined, isPass, rateHeaders }
      return caller.admission
    }
    const found = this.#findKey(caller)
    if (found === undefined || 'problem' in found) {
      // Guessing keys is limited like any other call from that network.
      takeFree()
      throw found === undefined ? missingKey() : invalidKey(found.problem)
    }
    const { key } = found
    const isPass = caller.key === undefined
    caller.admission = { bucket: `key ${key.id}`, key, isPass, rateHeaders: [] }
    caller.admission.rateHeaders = this.#take(caller.admission.bucket, key.ratePerMinute)
    return caller.admission
  }

  #findKey({ key, pass }: Caller): FoundKey | undefined {
    const { accounts } = this.#options
    if (key !== undefined) return accounts.findKey(key)
    return pass?.keyId === undefined ? undefined : accounts.findKeyById(pass.keyId)
  }

  /** What an error tells a caller that was admitted: limits and credits (account.md#credits). */
  errorHeaders({ admission }: Caller): Headers {
    if (admission === undefined) return []
    const credits =
      admission.key === undefined
        ? []
        : ['X-Credits-Remaining', String(this.#options.accounts.usage(admission.key).remaining)]
    return [...admission.rateHeaders, ...credits]
  }

  /** Fails when the month's credits are spent, before any work is done for the call. */
  requireCredit(key: AccountKey): void {
    const usage = this.#options.accounts.usage(key)
    if (usage.remaining <= 0) throw this.#refuse(usage)
  }

  /** Counts the call of an operation and returns what is left. */
  spend(key: AccountKey, operation: string, costs: boolean): number {
    const { accounts } = this.#options
    const usage = costs ? accounts.spend(key) : accounts.usage(key)
    if (usage === 'exhausted') throw this.#refuse(accounts.usage(key))
    if (costs) this.credits.spent++
    accounts.countUse(key, operation, costs ? 1 : 0)
    return usage.remaining
  }

  #refuse({ resetDate }: Usage): AlmanacError {
    this.credits.refused++
    const message = `The credits of this month are spent. They are renewed on ${resetDate}.`
    return new AlmanacError('credits_exhausted', message, { details: { resetDate } })
  }

  #take(bucket: string, limit: number): Headers {
    const taken = this.#options.limiter.take(bucket, limit, this.#options.clock.nowMs())
    const left = `"default";r=${taken.remaining};t=${taken.resetSec}`
    const headers = ['RateLimit', left, 'RateLimit-Policy', `"default";q=${limit};w=60`]
    if (taken.allowed) return headers
    const wait = String(taken.resetSec)
    const message = `More than ${limit} requests in a minute. Try again in ${wait} s.`
    throw new AlmanacError('rate_limited', message, {
      headers: { ...Object.fromEntries(pairs(headers)), 'Retry-After': wait },
    })
  }
}

/** The key of a call: in the path, in `Authorization: Bearer`, or in `X-API-Key`. */
export function keyOf(request: IncomingMessage, keyInPath: string | undefined): string | undefined {
  if (keyInPath !== undefined) return keyInPath
  const { authorization, 'x-api-key': header } = request.headers
  const bearer = authorization === undefined ? null : /^Bearer\s+(\S+)$/i.exec(authorization)
  if (bearer !== null) return bearer[1]
  return typeof header !== 'string' || header === '' ? undefined : header
}

/** A cookie goes along by itself, so a pass never administers keys. */
export function requireOperator({ key, isPass }: Admission): void {
  if (key?.operator === true && !isPass) return
  throw new AlmanacError(
    'forbidden',
    'This endpoint needs an operator’s key: `almanac keys create --operator --name <name>` makes one.',
  )
}

function missingKey(): AlmanacError {
  return new AlmanacError(
    'missing_key',
    'This endpoint needs an API key. Send it as the header `X-API-Key: <KEY>` or `Authorization: Bearer <KEY>`, or as the first segment of the path.',
  )
}

export function invalidKey(problem: 'unknown' | 'revoked' | 'expired'): AlmanacError {
  const remedy =
    'List the keys with `almanac keys list`, or make one with `almanac keys create --name <name>`.'
  return new AlmanacError('invalid_key', `This API key is ${problem}. ${remedy}`)
}
