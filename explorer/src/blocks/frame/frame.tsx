import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { appPath } from '../../api/origin.ts'
import { useLive } from '../../api/use-live.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PAGE_GROUPS } from '../../page/pages.ts'
import { KeyHelp, usePageKeys } from '../keys/key-help.tsx'
import { Palette } from '../palette/palette.tsx'
import { AsOfRibbon, TimeMachine } from '../time-machine/time-machine.tsx'
import { DemoNote } from './demo-note.tsx'
import '../filters/filters.css'
import '../states/states.css'
import './frame.css'
import { onRename, renamedPath } from '../../api/renames.ts'
import { chooseTheme, chosenTheme, THEMES } from './use-theme.ts'

/** What every page has: bar, rail, the timestamp that is shown, and the page itself. */
export function Frame() {
  const [isOpen, setIsOpen] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const href = useRouterState({ select: (state) => state.location.href })
  useLive()
  usePageKeys()
  useRenames()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the list of pages
  useEffect(() => setIsOpen(false), [path])
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setIsOpen(false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen])
  return (
    <>
      <a className="skip" href="#main">
        To the page
      </a>
      <header className="bar">
        <button
          type="button"
          className="icon menu"
          aria-expanded={isOpen}
          aria-controls="rail"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="for-readers">Pages</span>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
        <AppLink to="/" className="mark">
          Almanac
        </AppLink>
        <Palette />
        <span className="fill" />
        <DemoNote />
        <TimeMachine />
        <KeyHelp />
        <ThemeButton />
      </header>
      <div className="frame">
        <Rail isOpen={isOpen} path={path} />
        <main id="main" tabIndex={-1} data-url={window.location.origin + appPath + href}>
          <AsOfRibbon />
          <Outlet />
        </main>
      </div>
    </>
  )
}

function Rail({ isOpen, path }: { isOpen: boolean; path: string }) {
  return (
    <nav id="rail" className={isOpen ? 'rail open' : 'rail'} aria-label="Pages">
      {PAGE_GROUPS.map(({ name, pages }) => (
        <section key={name}>
          <h2>{name}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page.to}>
                <RailLink {...page} path={path} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function RailLink({ to, name, path }: { to: string; name: string; path: string }) {
  const isCurrent = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)
  return (
    <span aria-current={isCurrent ? 'page' : undefined}>
      <AppLink to={to}>{name}</AppLink>
    </span>
  )
}

/** System, light, dark, in turn. */
function ThemeButton() {
  const [theme, setTheme] = useState(chosenTheme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <button
      type="button"
      className="icon"
      title={`Theme: ${theme}`}
      onClick={() => {
        chooseTheme(next)
        setTheme(next)
      }}
    >
      <span className="for-readers">
        Theme: {theme}. Change to {next}
      </span>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
      </svg>
    </button>
  )
}

/** A page that was opened by an old name gets the URL of the new one. */
function useRenames(): void {
  const router = useRouter()
  useEffect(
    () =>
      onRename((rename) => {
        const { pathname, search } = router.state.location
        const to = renamedPath(pathname, rename)
        if (to !== pathname) void router.navigate({ to: to, search: search, replace: true })
      }),
    [router],
  )
}
