import { addWindowFlows, type WindowFlows } from './window-flows.ts'

/** What the windows hold: of a bridge as a whole, and of each of its chains by key. */
export interface BridgeWindows {
  /** `undefined` when no transfer of the bridge is known. */
  readonly whole: WindowFlows | undefined
  readonly byChain: ReadonlyMap<string, WindowFlows>
}

/**
 * A bridge as a whole is the sum of its chains. A destination chain on which none of its transfers
 * is recorded carries the values of the whole, since everything went to it or came from it
 * (semantics 9.2, decision 87).
 */
export function bridgeWindows(
  recorded: ReadonlyMap<string, WindowFlows>,
  destinationChain: string | null,
): BridgeWindows {
  if (recorded.size === 0) return { whole: undefined, byChain: new Map() }
  const whole = addWindowFlows(recorded.values())
  const isUnseen = destinationChain !== null && !recorded.has(destinationChain)
  return { whole, byChain: isUnseen ? new Map([...recorded, [destinationChain, whole]]) : recorded }
}

/** Several bridges as if they were one. */
export function addBridgeWindows(windows: readonly BridgeWindows[]): BridgeWindows {
  const known = windows.flatMap(({ whole }) => whole ?? [])
  const chains = new Set(windows.flatMap(({ byChain }) => [...byChain.keys()]))
  const ofChain = (chain: string) =>
    addWindowFlows(windows.flatMap(({ byChain }) => byChain.get(chain) ?? []))
  return {
    whole: known.length === 0 ? undefined : addWindowFlows(known),
    byChain: new Map([...chains].sort().map((chain) => [chain, ofChain(chain)])),
  }
}
