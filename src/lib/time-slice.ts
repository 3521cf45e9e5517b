import { setImmediate } from 'node:timers/promises'

// Short enough that other requests hardly notice it.
const SLICE_MS = 0.5
// Of all long computations one goes on in each iteration of the event loop.
let lastTurn: Promise<void> = Promise.resolve()

/** Lets other work go on during a long computation. */
export class TimeSlice {
  #startMs = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#startMs > SLICE_MS
  }

  /** Call it where `isOver`; work goes on in a later turn of the event loop. */
  async yield(): Promise<void> {
    const turn = lastTurn.then(() => setImmediate())
    lastTurn = turn
    await turn
    this.#startMs = performance.now()
  }
}

/** Works through items one after the other, with other work in between. */
export async function eachInSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  const slice = new TimeSlice()
  for (const item of items) {
    work(item)
    if (slice.isOver) await slice.yield()
  }
}

export async function mapInSlices<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = []
  await eachInSlices(items, (item) => mapped.push(map(item)))
  return mapped
}
