import type { ReadRequest } from '../../api/request.ts'
import type { Points } from '../../blocks/chart/series-block.tsx'
import { DAY_SEC } from '../../lib/times.ts'
import { COMPARED, type Compared } from './compared-kinds.ts'

function isCompared(kind: string): kind is Compared {
  return Object.hasOwn(COMPARED, kind)
}

/** `tvl:indigo-swap` → what to ask and how to read it; `null` for what is no series. */
export function parseCompared(
  text: string,
): (ReadRequest<Points> & { text: string; name: string }) | null {
  const mark = text.indexOf(':')
  const kind = text.slice(0, mark)
  const id = text.slice(mark + 1)
  if (mark < 1 || id === '' || !isCompared(kind)) return null
  const { read, ...asked } = COMPARED[kind].ask(id)
  return {
    ...asked,
    text,
    name: `${id} ${kind}`,
    // A newest point has its own time; on one axis it stands on its day.
    read: (body) => read(body).map(([sec, value]) => [dayOf(sec), value] as const),
  }
}

function dayOf(sec: number | null): number | null {
  return sec === null ? null : Math.floor(sec / DAY_SEC) * DAY_SEC
}
