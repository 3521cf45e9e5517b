import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that this process still uses after its garbage was collected. */
export async function usedBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collect()
    // Memory of buffers is given back in a later turn.
    await sleep(10)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
