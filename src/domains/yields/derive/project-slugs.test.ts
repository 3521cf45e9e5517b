import { expect, test } from 'vitest'
import { projectSlugs } from './project-slugs.ts'

const slugs = projectSlugs([
  { id: '1', slug: 'harbor-swap', previousNames: ["Harbor's Dex", 'Quay'] },
  { id: '2', slug: 'quay', previousNames: [] },
  { id: '3', slug: '1', previousNames: [] },
])

test.each([
  ['its slug', 'harbor-swap', 'harbor-swap'],
  ['its id', '2', 'quay'],
  ['a slug it had before', 'harbors-dex', 'harbor-swap'],
  ['a slug that another one has now is the other one', 'quay', 'quay'],
  ['a slug that looks like an id is the slug', '1', '1'],
  ['nobody', 'unheard-of', undefined],
])('behavior: %s', (_, text, expected) => {
  expect(slugs.get(text)).toBe(expected)
})

test('behavior: no protocols, no slugs', () => {
  expect(projectSlugs([]).size).toBe(0)
})
