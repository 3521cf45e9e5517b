import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from '../../cache/encoding.ts'
import { JSON_TYPE, VARY } from '../headers.ts'
import { matchingTag } from '../responses/etag.ts'

/** Nothing from elsewhere, nothing inline, in no frame. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'"
const IMMUTABLE = 'public, max-age=31536000, immutable'
const BUILDING =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="2"><title>Almanac</title><p>The explorer is being built, which takes a few seconds, once. This page reloads by itself.</p></html>'

export interface ExplorerOptions {
  /** Folder of the build, which may appear later; undefined: the explorer is not served. */
  readonly folder: string | undefined
  /** Hosts that may show `/app/embed` in a frame, as a content policy names them. */
  readonly frameAncestors: string
  readonly version: string
}

/** Paths that only GET is for. */
export function explorerPaths({ folder }: Pick<ExplorerOptions, 'folder'>): string[] {
  return ['/', '/favicon.ico', ...(folder === undefined ? [] : ['/app', '/app/*', '/embed/*'])]
}

/** The web explorer under `/app`, and `/`: a page for browsers, an index for programs. */
export function addExplorer(server: FastifyInstance, options: ExplorerOptions): void {
  const { folder } = options
  const files = new ExplorerFiles(folder)
  const index = JSON.stringify({
    name: 'Almanac',
    version: options.version,
    ...(folder === undefined ? {} : { explorer: '/app' }),
    reference: '/docs',
    openapi: '/openapi.json',
    datasets: '/meta/datasets',
    freshness: '/meta/freshness',
    search: '/meta/search?q=',
  })
  server.get('/', ({ headers, exchange }) => {
    const vary = ['Vary', 'Accept', 'Cache-Control', 'no-cache']
    const page = folder === undefined ? 'docs' : 'app'
    if (isPageRequest(headers.accept)) exchange.send(307, ['Location', page, ...vary])
    else exchange.send(200, [...JSON_TYPE, ...vary], index)
  })
  server.get('/favicon.ico', (request) => {
    const icon = files.find('favicon.svg')
    if (icon === undefined) return request.exchange.send(204, ['Cache-Control', 'no-cache'])
    sendFile(request, icon, ['Cache-Control', 'public, max-age=86400'])
  })
  const serve = (request: FastifyRequest, reply: FastifyReply) => {
    const name = nameOf(request.url)
    const file = files.find(name)
    if (file !== undefined && name !== 'index.html')
      return sendFile(request, file, ['Cache-Control', file.isHashed ? IMMUTABLE : 'no-cache'])
    if (name.startsWith('assets/')) return reply.callNotFound()
    const policy = pagePolicy(name, options.frameAncestors)
    if (!files.isBuilt)
      return request.exchange.send(
        503,
        ['Content-Type', 'text/html; charset=utf-8', 'Retry-After', '2', ...policy],
        BUILDING,
      )
    sendPage(request, files, policy)
  }
  if (folder === undefined) return
  server.get('/app', serve)
  server.get('/app/*', serve)
  server.get('/embed/*', ({ url, exchange }) =>
    exchange.send(308, ['Location', embedLocation(url)]),
  )
}

/** The path of an embed below `/app`, relative, since a proxy may have taken off a prefix. */
function embedLocation(url: string): string {
  const [path = '', ...query] = url.split('?')
  const up = '../'.repeat(path.split('/').length - 2)
  return [`${up}app${path}`, ...query].join('?')
}

/** The one page of the explorer. Its files are named relative to the URL that was asked. */
function sendPage(
  { url, headers: requested, exchange }: FastifyRequest,
  files: ExplorerFiles,
  policy: readonly string[],
): void {
  const page = files.find('index.html')?.bytes.identity?.toString('utf8') ?? ''
  const path = url.split('?', 1)[0] ?? ''
  const depth = path.split('/').length - 2
  const prefix = depth === 0 ? './app/' : `${'../'.repeat(depth)}app/`
  const bytes = Buffer.from(page.replaceAll('"./', `"${prefix}`))
  const tag = hash('sha256', bytes, 'base64url').slice(0, 22)
  const headers = ['Cache-Control', 'no-cache', 'ETag', `"${tag}"`, ...policy]
  if (matchingTag(requested['if-none-match'], tag) !== undefined) exchange.send(304, headers)
  else exchange.send(200, ['Content-Type', 'text/html; charset=utf-8', ...headers], bytes)
}

function sendFile(
  { headers: requested, exchange }: FastifyRequest,
  { type, bytes }: ExplorerFile,
  headers: readonly string[],
): void {
  const accepted = acceptedEncoding(requested['accept-encoding'])
  const encoding: Encoding = bytes[accepted] === undefined ? 'identity' : accepted
  const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  exchange.send(
    200,
    ['Content-Type', type, ...VARY, ...encoded, ...headers],
    bytes[encoding] ?? Buffer.alloc(0),
  )
}

function pagePolicy(name: string, frameAncestors: string): string[] {
  const policy = `${POLICY}; frame-ancestors ${name.startsWith('embed/') ? frameAncestors : "'none'"}`
  return ['Content-Security-Policy', policy, 'Referrer-Policy', 'same-origin']
}

/** The file that a path below `/app` means. */
function nameOf(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.slice('/app/'.length)
}

/** Whether a browser opens a page, rather than a program that takes what comes. */
export function isPageRequest(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const types = accept.split(',').map((part) => part.trim().toLowerCase())
  const html = types.findIndex((type) => type.startsWith('text/html'))
  const json = types.findIndex((type) => type.startsWith('application/json'))
  return html !== -1 && (json === -1 || html < json)
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.map': 'application/json',
}
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const satisfies Record<Encoding, string>

interface ExplorerFile {
  readonly type: string
  /** Its name holds the hash of its content. */
  readonly isHashed: boolean
  readonly bytes: Readonly<Partial<Record<Encoding, Buffer>>>
}

/** The built explorer, read into memory once its build is there. */
class ExplorerFiles {
  readonly #folder: string | undefined
  #files: ReadonlyMap<string, ExplorerFile> | undefined

  constructor(folder: string | undefined) {
    this.#folder = folder
  }

  get isBuilt(): boolean {
    return this.#read().size > 0
  }

  find(name: string): ExplorerFile | undefined {
    return this.#read().get(name)
  }

  #read(): ReadonlyMap<string, ExplorerFile> {
    if (this.#files !== undefined) return this.#files
    // The build is put in its place whole, so a folder that is there is complete.
    if (this.#folder === undefined || !existsSync(this.#folder)) return new Map()
    this.#files = readFiles(this.#folder)
    return this.#files
  }
}

function readFiles(folder: string): Map<string, ExplorerFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.flatMap((name): [string, ExplorerFile][] => {
    const type = TYPES[extname(name)]
    if (type === undefined) return []
    const read = (ending: string) => {
      const path = join(folder, name + ending)
      return existsSync(path) ? readFileSync(path) : undefined
    }
    const bytes = Object.fromEntries(
      Object.entries(ENDINGS).flatMap(([encoding, ending]) => {
        const found = read(ending)
        return found === undefined ? [] : [[encoding, found]]
      }),
    )
    return [[name.replaceAll('\\', '/'), { type, isHashed: name.startsWith('assets'), bytes }]]
  })
  return new Map(files)
}
