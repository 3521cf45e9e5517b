import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { acceptedEncoding, compress, type Encoding } from '../../cache/encoding.ts'
import { toSec } from '../../lib/clock.ts'
import { JSON_TYPE, VARY } from '../headers.ts'
import { describeApi } from '../openapi/describe-api.ts'
import { matchingTag } from '../responses/etag.ts'
import type { Exchange } from '../responses/exchange.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'

/** `/openapi.json`: made once, compressed once per encoding, and counted like any request. */
export class ApiDescription {
  readonly #routes: readonly Route[]
  readonly #services: Services
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()
  #plain: { bytes: Buffer; etag: string } | undefined

  constructor(routes: readonly Route[], services: Services) {
    this.#routes = routes
    this.#services = services
  }

  async send(requested: IncomingHttpHeaders, exchange: Exchange): Promise<void> {
    const { rateHeaders } = this.#services.access.admit(exchange.caller, 'free')
    const { bytes, etag } = this.#make()
    const common = [...VARY, 'Cache-Control', 'public, no-cache', ...rateHeaders]
    const known = matchingTag(requested['if-none-match'], etag)
    if (known !== undefined) return exchange.send(304, ['ETag', `"${known}"`, ...common])
    const encoding = acceptedEncoding(requested['accept-encoding'])
    const encoded = this.#encoded.get(encoding) ?? compress(bytes, encoding)
    this.#encoded.set(encoding, encoded)
    const tag = encoding === 'identity' ? etag : `${etag}-${encoding}`
    const own = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    exchange.send(200, [...JSON_TYPE, 'ETag', `"${tag}"`, ...own, ...common], await encoded)
  }

  #make(): { bytes: Buffer; etag: string } {
    if (this.#plain === undefined) {
      const { clock, topics } = this.#services
      const document = describeApi(this.#routes, topics, toSec(clock.nowMs()))
      const bytes = Buffer.from(JSON.stringify(document))
      this.#plain = { bytes, etag: hash('sha256', bytes, 'base64url').slice(0, 22) }
    }
    return this.#plain
  }
}
