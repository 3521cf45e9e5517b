import type { ReactNode } from 'react'

/** A link out of the explorer; whatever is not plainly the web stays text. */
export function OutwardLink({
  href,
  children,
}: {
  href: string | null | undefined
  children: ReactNode
}) {
  if (href == null || !/^https?:\/\//i.test(href)) return children
  return (
    <a className="link" href={href} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  )
}
