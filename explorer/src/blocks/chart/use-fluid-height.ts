import { use, useSyncExternalStore } from 'react'
import { Embedded } from '../embed/embedded.ts'

const MIN_HEIGHT = 120
// Title, readout, legend and foot of an embed.
const AROUND_HEIGHT = 132

/** The height of a plot: its own, or what the frame of an embed leaves. */
export function useFluidHeight(height: number): number {
  const isEmbedded = use(Embedded) !== null
  const frame = useSyncExternalStore(subscribe, () => window.innerHeight)
  return isEmbedded ? Math.max(MIN_HEIGHT, frame - AROUND_HEIGHT) : height
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
