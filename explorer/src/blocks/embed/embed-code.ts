const WIDTH = 640
const HEIGHT = 360

/**
 * The frame that shows one block of a page elsewhere: the page's own address with its state, under
 * `/embed`, and the name of the block.
 */
export function embedAddress(
  { origin, pathname, search }: Pick<Location, 'origin' | 'pathname' | 'search'>,
  appPath: string,
  block: string,
): string {
  const page = pathname.slice(appPath.length).replace(/^\/|\/$/g, '')
  const state = new URLSearchParams(search)
  state.set('theme', 'auto')
  const path = [appPath, 'embed', ...(page === '' ? [] : [page]), block].join('/')
  return `${origin}${path}?${state}`
}

export function embedCode(address: string, title: string): string {
  return `<iframe src="${escapeAttribute(address)}" title="${escapeAttribute(title)}" width="${WIDTH}" height="${HEIGHT}" loading="lazy"></iframe>`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
