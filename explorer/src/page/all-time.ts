import type { SeriesView } from '../blocks/chart/series-block.tsx'

/** The view of a chart without ranges: all of its time, unless it is zoomed. */
export function allTime(view: SeriesView): SeriesView {
  return { state: { ...view.state, range: 'all' }, set: (changes) => view.set(changes) }
}
