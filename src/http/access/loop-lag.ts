import { monitorEventLoopDelay } from 'node:perf_hooks'

const SAMPLE_MS = 1_000
const RESOLUTION_MS = 20
// One long task, or two, is not overload.
const SUSTAINED_SAMPLES = 5

/** How late the event loop is over some seconds, not at one time. */
export class LoopLag {
  readonly #samplesMs: number[] = []
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  #timer: NodeJS.Timeout | undefined

  start(): void {
    this.#histogram.enable()
    this.#timer = setInterval(() => {
      this.add(this.#histogram.percentile(50) / 1e6)
      this.#histogram.reset()
    }, SAMPLE_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#histogram.disable()
  }

  /** The delay of most iterations in the last second. */
  add(sampleMs: number): void {
    this.#samplesMs.push(sampleMs)
    if (this.#samplesMs.length > SUSTAINED_SAMPLES) this.#samplesMs.shift()
  }

  /** The delay that none of the last seconds fell below. */
  get sustainedMs(): number {
    return this.#samplesMs.length < SUSTAINED_SAMPLES ? 0 : Math.min(...this.#samplesMs)
  }
}
