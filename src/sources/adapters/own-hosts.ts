/**
 * Where a hosted module reaches the service: names that no network knows, answered at the other end
 * of the tunnel.
 */
export const GATEWAY_ORIGIN = 'http://almanac.invalid'

export function rpcUrl(chain: string): string {
  return `${GATEWAY_ORIGIN}/rpc/${encodeURIComponent(chain)}`
}
