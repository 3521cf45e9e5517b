import { readStored, store, useStored } from '../../lib/stored.ts'

const KEY = 'almanac.theme'
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The theme on the screen: light or dark. */
export function useTheme(): string {
  return useStored(() => document.documentElement.dataset.theme ?? 'light')
}

export function chosenTheme(): Theme {
  const stored = readStored(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  const isDark =
    theme === 'dark' ||
    (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  store(KEY, theme)
}
