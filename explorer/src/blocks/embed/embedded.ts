import { createContext, use } from 'react'
import { fileName } from '../../lib/export-rows.ts'

/** The one block that an embed shows; null on pages. */
export const Embedded = createContext<string | null>(null)

/** The block around a chart or table. */
export const BlockId = createContext<string | null>(null)

/** The name of a block in URLs. */
export function blockId(title: string): string {
  return fileName(title)
}

/** Whether a block is on the screen: all are on a page, one is in an embed. */
export function useIsShown(id: string): boolean {
  const only = use(Embedded)
  return only === null || only === id
}

const WIDTH = 640
const HEIGHT = 360

/**
 * The frame that shows one block of a page elsewhere: the page's own URL with its state, under
 * `/embed`, and the name of the block.
 */
export function embedUrl(
  { origin, pathname, search }: Pick<Location, 'origin' | 'pathname' | 'search'>,
  appPath: string,
  block: string,
): string {
  const page = pathname.slice(appPath.length).replace(/^\/|\/$/g, '')
  const state = new URLSearchParams(search)
  state.delete('table')
  state.set('theme', 'auto')
  const path = [appPath, 'embed', ...(page === '' ? [] : [page]), block].join('/')
  return `${origin}${path}?${state}`
}

export function embedCode(url: string, title: string): string {
  return `<iframe src="${escapeAttribute(url)}" title="${escapeAttribute(title)}" width="${WIDTH}" height="${HEIGHT}" loading="lazy"></iframe>`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
