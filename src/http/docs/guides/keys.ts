import type { Guide } from './guide.ts'

export const keys: Guide = {
  id: 'keys',
  title: 'Keys',
  summary: 'Which operations need a key, and how it is sent.',
  sections: [
    {
      text: 'Each operation lists its addresses with their root. **Free** and **bridge** addresses need no key. **Pro** addresses need one. Many operations have both: the pro address gives the same answer under the limits of the key.',
    },
    {
      title: 'Send it in a header',
      text: 'Headers stay out of logs and histories of browsers.',
      example: { path: '/api/categories?limit=2', needsKey: true },
      after:
        '`Authorization: Bearer <key>` does the same. `/<key>/api/categories` works too, for clients that can send no headers; the service keeps that key out of its own logs, proxies before it may not.',
    },
    {
      title: 'Without a key',
      text: 'A missing key is 401 `missing_key`; one that is unknown, revoked or expired is 401 `invalid_key`.',
      example: { path: '/api/categories', status: 401 },
    },
    {
      title: 'Make, rotate, revoke',
      text: 'On the machine of the service: `almanac keys create --name desk --rate 2000 --expires 90d`, `keys list`, `keys rotate desk --overlap 1h`, `keys revoke desk`, `keys usage desk --days 7`. A key is shown once, only its hash is stored. A key made with `--operator` does the same over HTTP: the operations in “Keys, for operators”.',
    },
    {
      title: 'Pages of this service',
      text: 'A browser on the same machine reads pro operations without a key, by a pass that lasts for hours: try-it below every operation uses it. `ALMANAC_APP_ACCESS` gives it to all browsers (`all`) or to none (`key`).',
    },
  ],
}
