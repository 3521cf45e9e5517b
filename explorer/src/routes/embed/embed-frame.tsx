import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useState } from 'react'
import '../../blocks/filters/filters.css'
import '../../blocks/states/states.css'
import './embed.css'
import { appPath } from '../../api/origin.ts'
import { useAsOf } from '../../api/request.ts'
import { useLive } from '../../api/use-live.ts'
import { Embedded } from '../../blocks/embed/embedded.ts'
import { DemoNote } from '../../blocks/frame/demo-note.tsx'
import { utcText } from '../../lib/writing.ts'

/** One block of a page for a frame elsewhere: its title, its timestamp, a link back. */
export function EmbedFrame() {
  const { block = '' } = useParams({ strict: false }) as { block?: string }
  const title = useTitle()
  useLive()
  return (
    <Embedded value={block}>
      <div className="embed" onClickCapture={openElsewhere}>
        <main className="embedded">
          <Outlet />
        </main>
        <EmbedFoot title={title} />
      </div>
    </Embedded>
  )
}

function EmbedFoot({ title }: { title: string }) {
  const { pathname, searchStr } = useLocation()
  const asOf = useAsOf()
  const page = pathname.replace(/^\/embed/, '').replace(/\/[^/]*$/, '')
  const search = new URLSearchParams(searchStr)
  search.delete('theme')
  const query = search.size === 0 ? '' : `?${search}`
  return (
    <footer className="embed-foot">
      <a href={`${appPath}${page}${query}`}>{title} · Almanac</a>
      <span>{asOf === null ? `as known ${utcText(Date.now())}` : `as of ${asOf}`}</span>
      <DemoNote />
    </footer>
  )
}

/** Pages name themselves in the title of the document. */
function useTitle(): string {
  const [title, setTitle] = useState('')
  useEffect(() => {
    const read = () => setTitle(document.title.replace(/ · Almanac$/, ''))
    read()
    const observer = new MutationObserver(read)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])
  return title
}

/** Only embeds may be framed, so links open beside the page that frames this one. */
function openElsewhere(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (link === null || link.hasAttribute('download')) return
  event.preventDefault()
  event.stopPropagation()
  window.open(link.href, '_blank', 'noopener,noreferrer')
}
