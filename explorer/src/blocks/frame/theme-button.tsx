import { useState } from 'react'
import { chooseTheme, chosenTheme, THEMES } from './use-theme.ts'

/** System, light, dark, in turn. */
export function ThemeButton() {
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
