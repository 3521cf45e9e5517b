import { renderFrame } from './pages/frame.ts'
import { renderGuide } from './pages/guide.ts'
import { renderHome } from './pages/home.ts'
import { renderOperation } from './pages/operation.ts'
import type { Place, Reference } from './reference.ts'

/** A page of the reference: `''` is the first one; undefined: there is no such page. */
export function renderPage(reference: Reference, id: string, place: Place): string | undefined {
  if (id === '') {
    const main = renderHome(reference, place)
    return renderFrame(reference, place, { title: 'Reference', current: undefined, main })
  }
  const guide = reference.guides.find((one) => one.id === id)
  if (guide !== undefined) {
    const main = renderGuide(guide, place)
    return renderFrame(reference, place, { title: guide.title, current: id, main })
  }
  const entries = reference.groups.flatMap((group) => group.entries)
  const entry = entries.find((one) => one.id === id)
  if (entry === undefined) return undefined
  const main = renderOperation(entry, reference, place)
  return renderFrame(reference, place, { title: entry.route.summary, current: id, main })
}
