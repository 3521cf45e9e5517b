import { setImmediate } from 'node:timers/promises'

// Short enough that other requests hardly notice it.
const SLICE_MS = 10

/** Lets other work go on during a long computation. */
export class TimeSlice {
  #startMs = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#startMs > SLICE_MS
  }

  /** Call it where `isOver`; work goes on in the next turn of the event loop. */
  async yield(): Promise<void> {
    await setImmediate()
    this.#startMs = performance.now()
  }
}
