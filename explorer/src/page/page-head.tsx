import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { Button } from '../blocks/controls/button.tsx'
import { AppLink } from './app-link.tsx'
import { PAGE_GROUPS } from './pages.ts'
import { pinnedUrl } from './pinned-url.ts'
import { useCopy } from './use-copy.ts'
import './page-tabs.css'
import { useAsOf } from '../api/request.ts'
import type { TableView } from '../blocks/table/table-block.tsx'
import {
  type Keys,
  readState,
  type Search,
  type StateOf,
  sorting,
  type ViewWith,
  writeState,
} from '../lib/view-state.ts'

const NO_KEYS = {}

export interface PageHeadProps {
  readonly title: string
  readonly note?: ReactNode
  readonly crumb?: ReactNode
  readonly actions?: ReactNode
  /** Keys of the URL that mean nothing on this page; a page without keys knows none. */
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
        <p className="crumb">Unknown parameters: {ignored.join(', ').slice(0, 200)}.</p>
      )}
    </div>
  )
}

/** The URL of what is shown: as it will be known, or as it is known now permanently. */
function SharePage() {
  const id = useId()
  const { copied, copy } = useCopy()
  return (
    <>
      <Button popoverTarget={id}>Permalink</Button>
      <div id={id} popover="auto" className="share" role="dialog" aria-label="Links to this page">
        <Button look="link" onClick={() => copy(window.location.href, 'live')}>
          {copied === 'live' ? 'Copied' : 'Copy the link'}
        </Button>
        <p className="dim">Others see what is known when they open it.</p>
        <Button
          look="link"
          onClick={() => copy(pinnedUrl(window.location.href, Date.now()), 'pinned')}
        >
          {copied === 'pinned' ? 'Copied' : 'Copy the link as of now'}
        </Button>
        <p className="dim">Others see these figures, whatever is revised later.</p>
      </div>
    </>
  )
}

/** The head of the page of one thing, with a link to the list that it is in. */
export function DetailHead({
  of,
  ...rest
}: Omit<PageHeadProps, 'crumb'> & { readonly of: `/${string}` }) {
  const list = PAGE_GROUPS.flatMap(({ pages }) => pages).find(({ to }) => to === of)
  return <PageHead crumb={<AppLink to={of}>{list?.name ?? of}</AppLink>} {...rest} />
}

export interface PageTab {
  readonly to: string
  readonly name: string
}

/** A page whose path begins that of another is not the one that is shown. */
const EXACT = { exact: true, includeSearch: false }

/** Pages of one kind beside each other. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const asOf = useAsOf()
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, name }) => (
        <Link key={to} to={to} search={asOf === null ? {} : { asOf }} activeOptions={EXACT}>
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** Keys that every page understands. */
const COMMON = new Set(['asOf', 'theme'])

export interface View<K extends Keys> extends ViewOf<K> {
  /** Keys of the URL that mean nothing here. */
  readonly ignored: readonly string[]
}

export type ViewOf<K extends Keys> = ViewWith<StateOf<K>>

/** What a page shows, read from its URL and written back to it. */
export function useView<const K extends Keys>(keys: K): View<K> {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  return useMemo(() => {
    const own = Object.fromEntries(Object.entries(search).filter(([name]) => !COMMON.has(name)))
    const common = Object.fromEntries(Object.entries(search).filter(([name]) => COMMON.has(name)))
    const { state, ignored } = readState(keys, own)
    return {
      state,
      ignored,
      set: (changes) => {
        const next = { ...common, ...writeState(keys, { ...state, ...changes }) }
        void navigate({ to: '.', search: next, replace: true, resetScroll: false })
      },
    }
  }, [keys, search, navigate])
}

/** Order and columns of a second table on a page whose first one fills the URL. */
export function useTableView(sort: string): TableView {
  const [state, setState] = useState<TableView['state']>({
    sort: sorting(sort).byDefault,
    cols: [],
  })
  return { state, set: (changes) => setState((before) => ({ ...before, ...changes })) }
}

/** A part of the URL of a page, such as a slug. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name] ?? ''
}
