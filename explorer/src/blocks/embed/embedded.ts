import { createContext, use } from 'react'
import { fileName } from '../../lib/export-rows.ts'

/** The one block that an embed shows; null on pages. */
export const Embedded = createContext<string | null>(null)

/** The block around a chart or table. */
export const BlockId = createContext<string | null>(null)

/** The name of a block in addresses. */
export function blockId(title: string): string {
  return fileName(title)
}

/** Whether a block is on the screen: all are on a page, one is in an embed. */
export function useIsShown(id: string): boolean {
  const only = use(Embedded)
  return only === null || only === id
}
