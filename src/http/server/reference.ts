import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toSec } from '../../lib/clock.ts'
import { readAssets } from '../docs/assets.ts'
import { createReference } from '../docs/reference.ts'
import { renderPage } from '../docs/render.ts'
import { StaticFile } from '../responses/static-file.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'

/** Nothing from elsewhere, nothing inline, in no frame. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const HEADERS = [
  ...['Cache-Control', 'no-cache'],
  ...['Content-Security-Policy', POLICY, 'Referrer-Policy', 'same-origin'],
]

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
    return new StaticFile('text/html; charset=utf-8', page).send(request, HEADERS)
  }
  server.get('/docs', (request, reply) => {
    // The page names its files relative to the address without a slash.
    if (/^[^?]*\/(\?|$)/.test(request.url))
      return request.exchange.send(308, ['Location', '../docs', 'Cache-Control', 'no-cache'])
    return sendPage(request, reply, '')
  })
  server.get('/docs/:name', (request, reply) => {
    const { name } = request.params as { name: string }
    const asset = assets.get(name)
    return asset === undefined ? sendPage(request, reply, name) : asset.send(request, HEADERS)
  })
}
