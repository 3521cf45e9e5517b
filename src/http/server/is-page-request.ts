/** Whether a browser opens an address, rather than a program that takes what comes. */
export function isPageRequest(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const types = accept.split(',').map((part) => part.trim().toLowerCase())
  const html = types.findIndex((type) => type.startsWith('text/html'))
  const json = types.findIndex((type) => type.startsWith('application/json'))
  return html !== -1 && (json === -1 || html < json)
}
