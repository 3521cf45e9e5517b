// The entry is in <app>/assets/, wherever a proxy has put the service.
const entry = new URL(import.meta.url)
const isBuilt = entry.pathname.includes('/assets/')

/** Path of the explorer, without a slash at its end. */
export const appPath = isBuilt ? new URL('..', entry).pathname.replace(/\/$/, '') : '/app'

/** URL of the service, without a slash at its end. */
export const serviceUrl = isBuilt
  ? new URL('../..', entry).href.replace(/\/$/, '')
  : (globalThis.location?.origin ?? '')
