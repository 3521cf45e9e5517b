import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'

/** Where mirrored rows come from. Written by the run that brings the rows, so both or neither count. */
export const mirrorReceipts = defineFact({
  name: 'mirror_receipts',
  isLog: true,
  describe:
    'Paths of another service that were mirrored: when each was last fetched, and what tells whether it has changed since.',
  key: {
    origin: t.word('Host of the service'),
    address: t.text('Path and query on it, without its key', { max: 4_000 }),
  },
  values: {
    etag: orNull(t.text('ETag of the response', { max: 1_000 })),
    lastModified: orNull(t.text('Last-Modified of the response', { max: 200 })),
    mark: t.text('What the list that leads to it said of it', { max: 1_000 }),
    fetchedAtSec: t.int('When it was fetched, Unix seconds', { min: 0 }),
  },
})
