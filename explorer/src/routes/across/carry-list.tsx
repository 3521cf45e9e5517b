import { useRef } from 'react'
import { saveFile } from '../../blocks/export/save-file.ts'
import { merged, toCarried } from '../../blocks/watch/carried-list.ts'
import {
  parseWatched,
  replaceWatched,
  useWatched,
  type Watched,
} from '../../blocks/watch/watched.ts'
import { names } from '../../lib/view-state.ts'
import { useCopy } from '../../page/use-copy.ts'

const list = names()

/** A watch list as a file or a link, to carry it to another browser. */
export function CarryList({ list: shown }: { list: readonly Watched[] }) {
  const own = useWatched()
  const file = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy()
  const read = async (chosen: File | undefined) => {
    if (chosen !== undefined) replaceWatched(merged(own, parseWatched(await chosen.text())))
  }
  const copyLink = () => {
    const { origin, pathname } = window.location
    const query = new URLSearchParams({ list: list.format(toCarried(shown)) })
    copy(`${origin}${pathname}?${query}`)
  }
  return (
    <>
      <button
        type="button"
        className="action"
        aria-keyshortcuts="e"
        onClick={() =>
          saveFile('watchlist.json', 'application/json', JSON.stringify(shown, null, 2))
        }
      >
        Save to a file
      </button>
      <button type="button" className="action" onClick={() => file.current?.click()}>
        Add from a file
      </button>
      <button type="button" className="action" onClick={copyLink}>
        {copied === null ? 'Copy a link' : 'Copied'}
      </button>
      <input
        ref={file}
        type="file"
        accept="application/json"
        hidden
        aria-label="File of a watchlist"
        onChange={(event) => void read(event.target.files?.[0])}
      />
    </>
  )
}
