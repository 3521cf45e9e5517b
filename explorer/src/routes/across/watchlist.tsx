import { useRef } from 'react'
import { saveFile } from '../../blocks/export/save-file.ts'
import { Watch } from '../../blocks/watch/watch.tsx'
import {
  parseWatched,
  replaceWatched,
  useWatched,
  type Watched,
} from '../../blocks/watch/watched.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'

const FOLDERS: Readonly<Record<string, string>> = {
  protocol: '/protocols',
  chain: '/chains',
  coin: '/coins',
  stablecoin: '/stablecoins',
  pool: '/yields',
  bridge: '/bridges',
  institution: '/dat',
  privateCompany: '/pre-ipo',
}

/** What is starred in this browser; nothing of it leaves it. */
export function Watchlist() {
  const watched = useWatched()
  const file = useRef<HTMLInputElement>(null)
  const read = async (chosen: File | undefined) => {
    if (chosen !== undefined) replaceWatched(parseWatched(await chosen.text()))
  }
  return (
    <>
      <PageHead
        title="Watchlist"
        note="Kept in this browser only"
        actions={
          <>
            <button
              type="button"
              className="action"
              onClick={() =>
                saveFile('watchlist.json', 'application/json', JSON.stringify(watched, null, 2))
              }
            >
              Save to a file
            </button>
            <button type="button" className="action" onClick={() => file.current?.click()}>
              Read from a file
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
        }
      />
      {watched.length === 0 && (
        <p className="empty">Nothing is starred. A star stands before every name in a table.</p>
      )}
      <ul className="watchlist">
        {watched.map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <Watch {...item} />
            <AppLink to={pageOf(item)}>{item.name}</AppLink>{' '}
            <span className="dim">{item.kind}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function pageOf({ kind, id }: Watched): string {
  if (kind === 'company') {
    const [country = '', ticker = ''] = id.split(':')
    return `/equities/${country}/${encodeURIComponent(ticker)}`
  }
  return `${FOLDERS[kind] ?? ''}/${encodeURIComponent(id)}`
}
