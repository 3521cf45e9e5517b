import { useParams } from '@tanstack/react-router'

/** A part of the address of a page, such as a slug. */
export function useParam(name: string): string {
  const params = useParams({ strict: false }) as Readonly<Record<string, string | undefined>>
  return params[name] ?? ''
}
