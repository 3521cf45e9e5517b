import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import operations from '../../../spec/operations.json' with { type: 'json' }
import { facts, routes, topics } from '../../app.ts'
import { ERROR_CODES, STATUS } from '../../lib/errors.ts'
import { TABLE_FORMATS } from '../table/formats.ts'
import { withSystemTheme } from './assets.ts'
import { describeForm } from './describe-form.ts'
import { EXPLORER_PAGES, explorerPageOf } from './explorer-pages.ts'
import groupNames from './groups.json' with { type: 'json' }
import { html } from './html.ts'
import { createReference } from './reference.ts'
import { renderPage } from './render.ts'
import { flatten } from './schema.ts'

const ROOT = join(import.meta.dirname, '../../..')
const NOW_SEC = Date.UTC(2026, 0, 14) / 1000
const reference = createReference(routes, {
  topics,
  facts: new Map(facts.map((fact) => [fact.name, fact])),
  hasExplorer: true,
})
const entries = reference.groups.flatMap((group) => group.entries)
const ids = [...reference.guides, ...entries].map(({ id }) => id)
const place = { root: '../', origin: 'http://localhost:1', nowSec: NOW_SEC } as const
const find = (id: string) => entries.find((entry) => entry.id === id)

describe('entries', () => {
  test('behavior: each operation once, under a path and a name of its own', () => {
    expect(entries.map(({ route }) => route.id).sort()).toEqual(routes.map(({ id }) => id).sort())
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(entries.map(({ route }) => route.summary)).size).toBe(entries.length)
  })
  test('behavior: all its roots stand in it', () => {
    expect(find('getCurrentPrices')?.forms.map(({ method, paths }) => [method, paths])).toEqual([
      [
        'GET',
        [
          { root: 'free', path: '/prices/current/{coins}' },
          { root: 'pro', path: '/coins/prices/current/{coins}' },
        ],
      ],
    ])
  })
  test('behavior: methods, and roots with responses of their own, are forms of one entry', () => {
    expect(find('getBatchHistoricalPrices')?.forms.map(({ method }) => method)).toEqual([
      'GET',
      'POST',
    ])
    const names = find('listBridgeTransactions')?.forms.map(({ client }) => client.name)
    expect(names).toEqual(['listBridgeTransactions', 'listBridgeTransactionsPro'])
  })
  test('behavior: of a path that two operations share, each names its own method', () => {
    expect(find('getPriceChart')?.forms[0].client).toEqual({
      group: 'coins',
      name: 'getPriceChart',
      needsKey: true,
    })
  })
  test('behavior: references are followed in parameters, answers and errors', () => {
    for (const { id, forms } of entries)
      for (const form of forms) {
        const { parameters, response, responses, resolve } = describeForm(form, NOW_SEC)
        expect(parameters.filter(({ name, schema }) => !name || !schema, id)).toEqual([])
        expect(
          responses.filter(({ description }) => description === 'undefined'),
          id,
        ).toEqual([])
        expect(flatten(response.schema, resolve), id).not.toEqual({ nullable: false })
      }
    const [form] = find('getCurrentPrices')?.forms ?? []
    expect(form && describeForm(form, NOW_SEC).parameters.map(({ name }) => name)).toContain('asOf')
  })
})

describe('groups', () => {
  test('behavior: every topic has a name for people', () => {
    expect(Object.keys(groupNames).sort()).toEqual(topics.map(({ name }) => name).sort())
  })
})

describe('guides', () => {
  const textOf = (id: string) => JSON.stringify(reference.guides.find((guide) => guide.id === id))
  test('behavior: every code of an error is explained with its status', () => {
    for (const code of ERROR_CODES)
      expect(textOf('errors')).toContain(`| \`${code}\` | ${STATUS[code]} |`)
  })
  test('behavior: every format of tables is listed', () => {
    for (const { mediaType, extension } of Object.values(TABLE_FORMATS))
      expect(textOf('formats')).toContain(`| \`${mediaType}\` | .${extension} |`)
  })
})

describe('pages of the explorer', () => {
  const tree = readFileSync(join(ROOT, 'explorer/src/routes/route-tree.tsx'), 'utf8')
  const patterns = [...tree.matchAll(/^ {2}page\('(\/[^']*)',/gm)].map(
    ([, path = '']) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
  )
  const pageOf = (id: string) => {
    const route = routes.find((one) => one.id === id)
    return route && explorerPageOf(route, NOW_SEC)
  }
  test.each(Object.keys(EXPLORER_PAGES))('behavior: the page that draws %s exists', (id) => {
    const [path = ''] = pageOf(id)?.split('?') ?? []
    expect(patterns.some((pattern) => pattern.test(path))).toBe(true)
  })
  test('behavior: each operation of the contract has one', () => {
    const left = operations.filter(({ id }) => EXPLORER_PAGES[id] === undefined)
    expect(left.map(({ id }) => id)).toEqual([])
    expect(operations).toHaveLength(124)
  })
  test('behavior: parameters stand in its path and its query', () => {
    expect(pageOf('attribution.getOracleProtocolChart')).toBe('/oracles/Beacon%20Feeds')
    expect(pageOf('attribution.getOracleChainChart')).toBe('/oracles?by=total&chain=Ethereum')
    expect(pageOf('coins.postPrices')).toBeUndefined()
  })
})

describe('pages', () => {
  test.each(['', ...ids])('behavior: /docs/%s stands alone and leads nowhere wrong', (id) => {
    const page = renderPage(reference, id, place) ?? ''
    expect(page.match(/<h1>/g)).toHaveLength(1)
    expect(page).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)|undefined|\[object/)
    const links = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link)
    const outside = links.filter((link) => !link.startsWith('../') && link !== '#main')
    expect(outside).toEqual([])
    const targets = links.flatMap((link) => /^\.\.\/docs\/([\w-]+)$/.exec(link)?.[1] ?? [])
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  })
  test('behavior: text never becomes markup', () => {
    expect(html`<p title="${'"<b>'}">${['a', html`<i>${"<&'"}</i>`, null]}</p>`.text).toBe(
      '<p title="&quot;&lt;b&gt;">a<i>&lt;&amp;&#39;</i></p>',
    )
    expect(renderPage(reference, 'keys', { ...place, origin: 'http://"><script>' })).not.toContain(
      '"><script>',
    )
  })
  test('error: there is no other page', () => {
    expect(renderPage(reference, 'constructor', place)).toBeUndefined()
  })
})

describe('the look', () => {
  test('behavior: without a script the system chooses the theme', () => {
    const text = withSystemTheme(':root { --a: 1 }\n:root[data-theme="dark"] { --a: 2 }')
    expect(text).toContain(':root:not([data-theme]) { --a: 2 }')
  })
  test('behavior: the explorer still has the classes that the frame is made of', () => {
    const css = readFileSync(join(ROOT, 'explorer/src/blocks/frame/frame.css'), 'utf8')
    for (const name of ['bar', 'mark', 'fill', 'icon', 'menu', 'tag', 'frame', 'rail', 'rail.open'])
      expect(css).toMatch(new RegExp(`\\.${name.replace('.', '\\.')}[ ,{]`))
    for (const name of ['page-head', 'with-side', 'skip']) expect(css).toContain(`.${name} {`)
  })
})
