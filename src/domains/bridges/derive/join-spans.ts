/**
 * Where the rows of a day lie: from `fromSec` to before `endSec` altogether, and from
 * `mixedFromSec` to before `mixedEndSec` rows of more than one run. Only there can a transfer have
 * two versions; an end of 0 means nowhere.
 */
export type Span = readonly [
  fromSec: number,
  endSec: number,
  mixedFromSec: number,
  mixedEndSec: number,
]

/**
 * The span of a day whose known rows are joined by those of later runs: where the two meet, runs
 * mix.
 */
export function joinSpans(known: Span, later: Span): Span {
  const meet: Stretch = [Math.max(known[0], later[0]), Math.min(known[1], later[1])]
  const whole = hull([known[0], known[1]], [later[0], later[1]])
  const mixed = hull(
    hull([known[2], known[3]], [later[2], later[3]]),
    meet[0] < meet[1] ? meet : NOWHERE,
  )
  return [...whole, ...mixed]
}

type Stretch = readonly [fromSec: number, endSec: number]
const NOWHERE: Stretch = [0, 0]

/** The shortest stretch that holds both. */
function hull(a: Stretch, b: Stretch): Stretch {
  if (a[1] === 0 || b[1] === 0) return a[1] === 0 ? b : a
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])]
}
