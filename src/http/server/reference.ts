import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, compress } from '../../cache/encoding.ts'
import { toSec } from '../../lib/clock.ts'
import { readAssets } from '../docs/assets.ts'
import { createReference } from '../docs/reference.ts'
import { renderPage } from '../docs/render.ts'
import { VARY } from '../headers.ts'
import { matchingTag } from '../responses/etag.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'
import { takeOver } from './exchanges.ts'

/** Nothing from elsewhere, nothing inline, in no frame. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `/docs`: the reference as pages that are read without a script, and the files they need. */
export function addReference(
  server: FastifyInstance,
  routes: readonly Route[],
  services: Services,
): void {
  const { topics, store, config, clock } = services
  const reference = createReference(routes, {
    ...{ topics, facts: store.facts },
    hasExplorer: config.explorer.folder !== undefined,
  })
  const assets = readAssets()
  const sendPage = (request: FastifyRequest, reply: FastifyReply, id: string) => {
    const page = renderPage(reference, id, {
      root: id === '' ? '' : '../',
      origin: `http://${request.headers.host}`,
      nowSec: toSec(clock.nowMs()),
    })
    if (page === undefined) return reply.callNotFound()
    return send(request, reply, { type: 'text/html; charset=utf-8', bytes: Buffer.from(page) })
  }
  server.get('/docs', (request, reply) => {
    // The page names its files relative to the address without a slash.
    if (/^[^?]*\/(\?|$)/.test(request.url))
      return takeOver(request, reply).send(308, [
        'Location',
        '../docs',
        'Cache-Control',
        'no-cache',
      ])
    return sendPage(request, reply, '')
  })
  server.get('/docs/:name', (request, reply) => {
    const { name } = request.params as { name: string }
    const asset = assets.get(name)
    return asset === undefined ? sendPage(request, reply, name) : send(request, reply, asset)
  })
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes }: { type: string; bytes: Buffer },
): Promise<void> {
  const etag = hash('sha256', bytes, 'base64url').slice(0, 22)
  const policy = ['Content-Security-Policy', POLICY, 'Referrer-Policy', 'same-origin']
  const common = [...VARY, 'Cache-Control', 'no-cache', ...policy]
  const known = matchingTag(request.headers['if-none-match'], etag)
  if (known !== undefined)
    return takeOver(request, reply).send(304, ['ETag', `"${known}"`, ...common])
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const encoded = await compress(bytes, encoding)
  const own = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  const tag = encoding === 'identity' ? etag : `${etag}-${encoding}`
  takeOver(request, reply).send(
    200,
    ['Content-Type', type, 'ETag', `"${tag}"`, ...own, ...common],
    encoded,
  )
}
