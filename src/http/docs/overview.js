import { element, inline, prose } from './dom.js'
import { groupByTag } from './openapi.js'

/** The first page: what the service says of itself, how to send a key, and the groups. */
export function overview(openapi, operations) {
  const groups = groupByTag(operations, openapi.tags)
  return element(
    'article',
    { class: 'overview' },
    element('h1', { tabindex: '-1' }, openapi.info?.title ?? 'API reference'),
    prose(openapi.info?.description),
    element(
      'section',
      {},
      element('h2', {}, 'Keys'),
      element(
        'p',
        {},
        inline(
          'Free and bridge operations need no key. Pro operations take one in the header `X-API-Key`, or as `Authorization: Bearer`.',
        ),
      ),
      element(
        'p',
        {},
        inline(
          'A key in the address (`/<KEY>/api/…`) works too, but addresses end up in logs; a header does not.',
        ),
      ),
    ),
    element(
      'section',
      {},
      element('h2', {}, 'Groups'),
      element('ul', { class: 'cards' }, groups.map(card)),
    ),
  )
}

function card({ name, description, operations }) {
  const count = operations.length === 1 ? '1 operation' : `${operations.length} operations`
  return element(
    'li',
    {},
    element('a', { href: `#${encodeURIComponent(operations[0].id)}` }, name),
    element('span', { class: 'quiet' }, description ? inline(description) : count),
  )
}
