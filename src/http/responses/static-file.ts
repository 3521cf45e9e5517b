import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { acceptedEncoding, compress, type Encoding } from '../../cache/encoding.ts'
import { type Headers, VARY } from '../headers.ts'
import { matchingTag } from './etag.ts'

/** A file in memory: compressed once per encoding, and not sent to who has it. */
export class StaticFile {
  readonly #type: string
  readonly #bytes: Buffer
  readonly #etag: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(type: string, text: string) {
    this.#type = type
    this.#bytes = Buffer.from(text)
    this.#etag = hash('sha256', this.#bytes, 'base64url').slice(0, 22)
  }

  async send({ headers, exchange }: FastifyRequest, own: Headers): Promise<void> {
    const common = [...VARY, ...own]
    const known = matchingTag(headers['if-none-match'], this.#etag)
    if (known !== undefined) return exchange.send(304, ['ETag', `"${known}"`, ...common])
    const encoding = acceptedEncoding(headers['accept-encoding'])
    const encoded = this.#encoded.get(encoding) ?? compress(this.#bytes, encoding)
    this.#encoded.set(encoding, encoded)
    const [tag, coding] =
      encoding === 'identity'
        ? [this.#etag, []]
        : [`${this.#etag}-${encoding}`, ['Content-Encoding', encoding]]
    const described = ['Content-Type', this.#type, 'ETag', `"${tag}"`, ...coding, ...common]
    exchange.send(200, described, await encoded)
  }
}
