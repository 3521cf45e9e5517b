import { UsageError } from '../../lib/errors.ts'
import type { Call } from './response.ts'

type Paths = Readonly<Partial<Record<'free' | 'pro' | 'bridge', string>>>

export interface OriginUrls {
  /** URL of the free root. */
  base: string
  /** URL of the pro root; absent: the same server. */
  pro?: string | undefined
  /** Only ever sent to the pro root. */
  key?: string | undefined
}

export interface Located {
  url: string
  /** Path and query without server and key, as receipts and messages show it. */
  path: string
}

// A service that has a server for each part of its free root names them like this.
const PARTS = ['coins', 'stablecoins', 'yields', 'bridges']
const FIRST_PART = 'api.'

/** The service that is mirrored: where its operations are. */
export class Origin {
  /** The host, which names the origin in receipts. */
  readonly name: string
  readonly #base: URL
  readonly #pro: URL
  readonly #key: string | undefined
  readonly #paths: ReadonlyMap<string, Paths>

  constructor({ base, pro, key }: OriginUrls, paths: ReadonlyMap<string, Paths>) {
    this.#base = rootOf(base)
    this.#pro = pro === undefined ? this.#base : rootOf(pro)
    this.#key = key
    this.#paths = paths
    this.name = this.#base.host
  }

  get hasKey(): boolean {
    return this.#key !== undefined
  }

  /** Where a call goes; undefined: it needs a key, or nothing can be called that. The pro root says more, so it goes first. */
  locate({ operation, params, query = {} }: Call): Located | undefined {
    // As a segment of a path these would lead elsewhere, however they are encoded.
    if (Object.values(params).some((value) => value === '.' || value === '..')) return undefined
    const paths = this.#paths.get(operation)
    if (paths === undefined) throw new Error(`There is no operation ${operation}.`)
    const { pro, free = paths.bridge } = paths
    const search = new URLSearchParams(query).toString()
    const fill = (path: string) => `${fillPath(path, params)}${search === '' ? '' : `?${search}`}`
    if (this.#key !== undefined && pro !== undefined) {
      const path = fill(pro)
      const key = encodeURIComponent(this.#key)
      return { url: `${withoutSlash(this.#pro)}/${key}${path}`, path }
    }
    if (free === undefined) return undefined
    const path = fill(free)
    return { url: `${withoutSlash(this.#partOf(operation))}${path}`, path }
  }

  #partOf(operation: string): URL {
    const [part = ''] = operation.split('.')
    if (!this.#base.hostname.startsWith(FIRST_PART) || !PARTS.includes(part)) return this.#base
    const url = new URL(this.#base)
    url.hostname = `${part}.${this.#base.hostname.slice(FIRST_PART.length)}`
    return url
  }
}

function rootOf(given: string): URL {
  const url = URL.parse(/^https?:\/\//.test(given) ? given : `https://${given}`)
  if (url === null || url.username !== '' || url.search !== '')
    throw new UsageError(`"${given}" is not a URL of a service, such as https://api.example.org`)
  return url
}

function withoutSlash(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function fillPath(path: string, params: Call['params']): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs ${name}.`)
    return encodeURIComponent(value.toWellFormed())
  })
}
