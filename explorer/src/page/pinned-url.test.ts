import { expect, test } from 'vitest'
import { pinnedUrl } from './pinned-url.ts'

test('the timestamp is added, and never replaced', () => {
  expect(pinnedUrl('http://x/app/chains?sort=-tvl', 1_794_901_140_999)).toBe(
    'http://x/app/chains?sort=-tvl&asOf=2026-11-17T07%3A39%3A00.000Z',
  )
  expect(pinnedUrl('http://x/app/chains?asOf=2026-01-01', 1_794_901_140_999)).toBe(
    'http://x/app/chains?asOf=2026-01-01',
  )
})
