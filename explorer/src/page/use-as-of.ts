import { useSearch } from '@tanstack/react-router'

/** The moment that the address asks to read everything as of; null is now. */
export function useAsOf(): string | null {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const { asOf } = search
  return asOf === undefined || asOf === '' ? null : asOf
}
