import { type ReactNode, useEffect } from 'react'
import { SharePage } from './share-page.tsx'
import { useView } from './use-view.ts'

const NO_KEYS = {}

export interface PageHeadProps {
  readonly title: string
  readonly note?: ReactNode
  readonly crumb?: ReactNode
  readonly actions?: ReactNode
  /** Keys of the address that mean nothing on this page; a page without keys knows none. */
  readonly ignored?: readonly string[]
}

/** The title of a page, also of its tab. */
export function PageHead({ title, note, crumb, actions, ...rest }: PageHeadProps) {
  const { ignored: all } = useView(NO_KEYS)
  const { ignored = all } = rest
  useEffect(() => {
    document.title = `${title} · Almanac`
  }, [title])
  return (
    <div className="page-head">
      {crumb !== undefined && <p className="crumb">{crumb}</p>}
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {note !== undefined && <p>{note}</p>}
      <div className="actions">
        {actions}
        <SharePage />
      </div>
      {ignored.length > 0 && (
        <p className="crumb">This page does not know: {ignored.join(', ').slice(0, 200)}.</p>
      )}
    </div>
  )
}
