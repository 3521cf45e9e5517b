/** The same view as it is known at a timestamp, unless it shows the past already. */
export function pinnedUrl(href: string, nowMs: number): string {
  const url = new URL(href)
  if (!url.searchParams.has('asOf'))
    url.searchParams.set('asOf', new Date(Math.floor(nowMs / 1000) * 1000).toISOString())
  return url.href
}
