import { useEffect, useRef } from 'react'
import { areLettersOn, readKey } from '../blocks/keys/hotkeys.ts'

type Handler = () => void

const handlers = new Map<string, Handler[]>()
const PENDING_MS = 1_200
let pending = ''
let pendingSince = 0

/** Does something on a shortcut, such as `t` or `g p`; the newest page to ask has it. */
export function useHotkey(keys: string, handler: Handler): void {
  const newest = useRef(handler)
  newest.current = handler
  useEffect(() => {
    const own = () => newest.current()
    handlers.set(keys, [own, ...(handlers.get(keys) ?? [])])
    return () => {
      handlers.set(keys, handlers.get(keys)?.filter((one) => one !== own) ?? [])
    }
  }, [keys])
}

/** Listens to the keys of the whole page. */
export function useHotkeyListener(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
  if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return
  if (!areLettersOn() && event.key.length === 1) return
  const before = event.timeStamp - pendingSince < PENDING_MS ? pending : ''
  const read = readKey(before, event.key)
  pending = read.pending
  pendingSince = event.timeStamp
  const [handler] = handlers.get(read.keys) ?? []
  if (handler === undefined) return
  event.preventDefault()
  handler()
}

/** Whether keys go into a field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, select, textarea') !== null
}
