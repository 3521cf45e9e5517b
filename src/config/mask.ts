const HIDDEN = '***'

/** How a value is shown to people: whole, or without what must stay secret. */
export type Mask = (value: string) => string

export const shown: Mask = (value) => value

export const hidden: Mask = () => HIDDEN

/** URLs, without passwords and without the paths and queries that services put keys in. */
export const maskedUrls: Mask = (value) =>
  value
    .split(',')
    .map((part) => maskUrl(part.trim()))
    .join(', ')

function maskUrl(value: string): string {
  const url = URL.parse(value)
  if (url === null || url.host === '') return HIDDEN
  const user = url.username === '' && url.password === '' ? '' : `${url.username}:${HIDDEN}@`
  const rest = url.pathname.length > 1 || url.search !== '' || url.hash !== '' ? `/${HIDDEN}` : ''
  return `${url.protocol}//${user}${url.host}${rest}`
}
