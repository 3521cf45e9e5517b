import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { serviceUrl } from './origin.ts'

const POLL_MS = 60_000

/** After a commit what is on the screen is asked again: unchanged answers are a 304. */
export function useLive(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refresh = () => void queries.invalidateQueries({ queryKey: ['answer'] })
    const stream = new EventSource(`${serviceUrl}/meta/stream`)
    stream.addEventListener('commit', refresh)
    // Where there is no stream, a browser that looks asks once a minute.
    const timer = setInterval(() => {
      if (stream.readyState === EventSource.CLOSED && !document.hidden) refresh()
    }, POLL_MS)
    return () => {
      stream.close()
      clearInterval(timer)
    }
  }, [queries])
}
