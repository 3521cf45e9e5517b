import { readStored, store, useStored } from '../../lib/stored.ts'
/** Keys of the explorer: what they do, for the list that `?` shows. */
export const HOTKEYS: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'Find anything (also ⌘K, Ctrl K)'],
  ['?', 'This list'],
  ['g o', 'Overview'],
  ['g p', 'Protocols'],
  ['g c', 'Chains'],
  ['g y', 'Yields'],
  ['g q', 'Quarantine'],
  ['t', 'Time machine'],
  ['e', 'Export what is shown'],
  ['c', 'Compare the row or page'],
  ['w', 'Watch the row or page'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['x', 'Select the row; copying takes all selected'],
  ['Enter', 'Open the row'],
  ['→', 'Open the parts of the row; what to do with a result of the search'],
  ['Esc', 'Close what is open, one thing at a time'],
]

/** Pages that two letters open. */
export const PAGE_KEYS: Readonly<Record<string, string>> = {
  'g o': '/',
  'g p': '/protocols',
  'g c': '/chains',
  'g y': '/yields',
  'g q': '/quality',
}

const LEADERS = new Set(['g'])

/** What a key means after those before it: a whole shortcut, or the start of one. */
export function readKey(pending: string, key: string): { keys: string; pending: string } {
  if (pending !== '') return { keys: `${pending} ${key}`, pending: '' }
  return LEADERS.has(key) ? { keys: '', pending: key } : { keys: key, pending: '' }
}

const KEY = 'almanac.letters'

/** Whether single letters are shortcuts in this browser; they are until switched off. */
export function areLettersOn(): boolean {
  return readStored(KEY) !== 'off'
}

export const useLetters = () => useStored(areLettersOn)

export function switchLetters(isOn: boolean): void {
  store(KEY, isOn ? 'on' : 'off')
}
