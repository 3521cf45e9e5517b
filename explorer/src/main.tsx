// First, so that the order of the layers is known before any block's own style.
import './styles/base.css'
import './styles/tokens.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { appPath } from './api/origin.ts'
import { validateSearch } from './lib/view-state.ts'
import { BrokenPage } from './routes/not-found.tsx'
import { routeTree } from './routes/route-tree.tsx'

// A relative one would be looked for beside each page that is opened later.
document.querySelector('link[rel="icon"]')?.setAttribute('href', `${appPath}/favicon.svg`)

// On Linux some browsers name a locale that is no language tag, which the library of charts asks for.
try {
  new Intl.NumberFormat(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US' })
}

const STALE_MS = 30_000

const queries = new QueryClient({
  defaultOptions: {
    // A service on the same machine answers without a network; one that does not is told at once.
    queries: { staleTime: STALE_MS, refetchOnWindowFocus: true, networkMode: 'always' },
  },
})

const router = createRouter({
  routeTree,
  context: { queries },
  basepath: appPath,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenPage,
  // Plain texts: a page reads its own keys (lib/view-state.ts).
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(validateSearch(search)).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
