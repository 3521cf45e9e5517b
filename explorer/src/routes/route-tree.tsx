import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Frame } from '../blocks/frame/frame.tsx'
import { NotFound } from './not-found.tsx'

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
})

/** One line a page; its code is fetched when it is opened. */
const page = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => root, path, component })

export const routeTree = root.addChildren([
  page(
    '/',
    lazyRouteComponent(() => import('./overview/overview.tsx'), 'Overview'),
  ),
  page(
    '/protocols',
    lazyRouteComponent(() => import('./protocols/protocols.tsx'), 'Protocols'),
  ),
  page(
    '/chains',
    lazyRouteComponent(() => import('./chains/chains.tsx'), 'Chains'),
  ),
])
