import type { IncomingMessage } from 'node:http'
import { toSec } from '../../lib/clock.ts'
import { AlmanacError } from '../../lib/errors.ts'
import { invalidKey } from '../access/access.ts'
import type { ClientReader } from '../access/client.ts'
import { type Pass, readPass, signPass } from '../access/pass.ts'
import { JSON_TYPE, NO_STORE } from '../headers.ts'
import type { Exchange } from '../responses/exchange.ts'
import type { Services } from '../services.ts'

const COOKIE = 'almanac_pass'
const PASS_SEC = 12 * 3_600
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'

/** What a session is asked to become: `undefined` for one without a key, `end` to leave. */
export interface SessionRequest {
  readonly key: string | undefined
  readonly isEnd: boolean
}

/** Gives browsers of this service's own pages a pass, as a cookie that scripts cannot read. */
export class Passes {
  readonly #services: Services
  readonly #client: ClientReader

  constructor(services: Services, client: ClientReader) {
    this.#services = services
    this.#client = client
  }

  /** The pass of a request, if it is valid here and the request comes from our own pages. */
  find(request: IncomingMessage): Pass | undefined {
    const text = cookieOf(request)
    if (text === undefined || !this.#isOwnPage(request)) return undefined
    const { clock, config } = this.#services
    const pass = readPass(text, config.app.secret, toSec(clock.nowMs()))
    const isAllowed = pass?.keyId !== undefined || this.#isOpenTo(request)
    return isAllowed ? pass : undefined
  }

  /** Answers `POST` and `DELETE /app/session`. */
  respond(request: IncomingMessage, exchange: Exchange, { key, isEnd }: SessionRequest): void {
    if (!this.#isOwnPage(request))
      throw new AlmanacError('forbidden', 'Sessions are for pages of this very origin.')
    if (isEnd) {
      this.#send(exchange, request, { cookie: '', maxAgeSec: 0, access: 'none' })
      return
    }
    const { clock, config } = this.#services
    const expiresSec = toSec(clock.nowMs()) + PASS_SEC
    const pass: Pass = { keyId: this.#keyIdOf(key, request), expiresSec }
    const cookie = signPass(pass, config.app.secret)
    const access = pass.keyId === undefined ? 'open' : 'key'
    this.#send(exchange, request, { cookie, maxAgeSec: PASS_SEC, access, expiresSec })
  }

  #keyIdOf(text: string | undefined, request: IncomingMessage): string | undefined {
    if (text === undefined) {
      if (this.#isOpenTo(request)) return undefined
      throw new AlmanacError(
        'missing_key',
        'This service lets browsers in with a key only: send {"key": "<KEY>"}. ALMANAC_APP_ACCESS says who needs none.',
      )
    }
    const found = this.#services.accounts.findKey(text)
    if ('problem' in found) throw invalidKey(found.problem)
    return found.key.id
  }

  #isOpenTo(request: IncomingMessage): boolean {
    const { access } = this.#services.config.app
    return access === 'all' || (access === 'loopback' && this.#client.isLocal(request))
  }

  /** Browsers tell where a request comes from; other programs have no cookies to be misused. */
  #isOwnPage(request: IncomingMessage): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
    if (origin === undefined) return true
    return URL.canParse(origin) && new URL(origin).host === this.#client.authorityOf(request)
  }

  #send(
    exchange: Exchange,
    { headers: { origin = '' } }: IncomingMessage,
    given: { cookie: string; maxAgeSec: number; access: string; expiresSec?: number },
  ): void {
    const secure = origin.startsWith('https:') ? '; Secure' : ''
    const cookie = `${COOKIE}=${given.cookie}; Max-Age=${given.maxAgeSec}; ${ATTRIBUTES}${secure}`
    const expiresAt =
      given.expiresSec === undefined ? null : new Date(given.expiresSec * 1000).toISOString()
    exchange.send(
      200,
      [...JSON_TYPE, ...NO_STORE, 'Set-Cookie', cookie],
      JSON.stringify({ access: given.access, expiresAt }),
    )
  }
}

function cookieOf({ headers: { cookie } }: IncomingMessage): string | undefined {
  const pair = cookie?.split(';').find((part) => part.trimStart().startsWith(`${COOKIE}=`))
  return pair?.trim().slice(COOKIE.length + 1)
}
