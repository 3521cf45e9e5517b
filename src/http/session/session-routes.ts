import Type from 'typebox'
import { invalidParameter } from '../../lib/errors.ts'
import { string } from '../described.ts'
import { defineMetaRoute } from '../route.ts'
import { namedShape, nullable, shape } from '../schemas.ts'
import type { SessionRequest } from './passes.ts'

const declared = {
  response: namedShape('BrowserSession', {
    access: Type.String({
      description: 'Read without a key, with one, or not at all',
      enum: ['open', 'key', 'none'],
    }),
    expiresAt: nullable(string('When the pass expires, ISO 8601; null without one')),
  }),
  headers: { 'Set-Cookie': 'The pass: a cookie that scripts and other sites cannot use.' },
  reads: [],
  cached: false,
  costs: false,
  kind: 'session',
} as const

const postSession = defineMetaRoute({
  ...declared,
  id: 'app.postSession',
  summary: 'A pass for a browser',
  describe:
    'Lets the pages of this service read pro operations without showing a key each time: as a cookie that expires after 12 hours. ALMANAC_APP_ACCESS says who needs no key: browsers on this machine (the default), all, or none. With a key the pass has that key’s limits and credits; without one it has the limit of its network and costs no credits.',
  paths: { free: '/app/session' },
  methods: { free: ['POST'] },
  body: {
    schema: shape({
      key: Type.Optional(string('API key, where one is needed')),
    }),
    example: {},
  },
  example: { access: 'open', expiresAt: '2026-01-31T12:00:00.000Z' },
  handler: async ({ body }): Promise<SessionRequest> => {
    const { key } = Object(body) as { key?: unknown }
    if (key !== undefined && (typeof key !== 'string' || key === ''))
      throw invalidParameter('key', 'must be an API key.')
    return { key, isEnd: false }
  },
})

const deleteSession = defineMetaRoute({
  ...declared,
  id: 'app.deleteSession',
  summary: 'Ends the pass of a browser',
  describe: 'Takes the cookie of `POST /app/session` back.',
  paths: { free: '/app/session' },
  methods: { free: ['DELETE'] },
  example: { access: 'none', expiresAt: null },
  handler: async (): Promise<SessionRequest> => ({ key: undefined, isEnd: true }),
})

export const sessionRoutes = [postSession, deleteSession]

export const sessionTopic = {
  name: 'app',
  description: 'Access of the pages that this service serves to browsers.',
}
