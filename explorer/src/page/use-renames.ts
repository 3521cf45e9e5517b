import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onRename, renamedPath } from '../api/renames.ts'

/** A page that was opened by an old name gets the address of the new one. */
export function useRenames(): void {
  const router = useRouter()
  useEffect(
    () =>
      onRename((rename) => {
        const { pathname, search } = router.state.location
        const to = renamedPath(pathname, rename)
        if (to !== pathname)
          void router.navigate({ to: to as never, search: search as never, replace: true })
      }),
    [router],
  )
}
