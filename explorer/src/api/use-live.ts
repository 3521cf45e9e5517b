import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { serviceUrl } from './origin.ts'

const POLL_MS = 60_000

/** After a commit what is on the screen is asked again: unchanged responses are a 304. */
export function useLive(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refresh = () => void queries.invalidateQueries({ queryKey: ['response'] })
    // Browsers have six connections for a host: only the page that is looked at holds one.
    let stream: EventSource | null = null
    const follow = () => {
      stream?.close()
      stream = document.hidden ? null : new EventSource(`${serviceUrl}/meta/stream`)
      stream?.addEventListener('commit', refresh)
    }
    const onVisible = () => {
      if (!document.hidden) refresh()
      follow()
    }
    follow()
    document.addEventListener('visibilitychange', onVisible)
    // Where there is no stream, a browser that looks asks once a minute.
    const timer = setInterval(() => {
      if (stream?.readyState === EventSource.CLOSED) refresh()
    }, POLL_MS)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      stream?.close()
      clearInterval(timer)
    }
  }, [queries])
}
