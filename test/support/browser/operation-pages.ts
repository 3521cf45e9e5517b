import { routes } from '../../../src/app.ts'
import { explorerPageOf } from '../../../src/http/docs/explorer-pages.ts'
import { OPERATIONS } from './requested-operations.ts'

const nowSec = Math.floor(Date.now() / 1000)

/** Where each operation of the contract is shown, by the examples of the reference. */
export const OPERATION_PAGES: Readonly<Record<string, string>> = Object.fromEntries(
  routes.flatMap((route) => {
    const page = explorerPageOf(route, nowSec)
    const isOfContract = OPERATIONS.some(({ id }) => id === route.id)
    return isOfContract && page !== undefined ? [[route.id, page]] : []
  }),
)
