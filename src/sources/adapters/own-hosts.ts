/** Where an adapter reaches the service: a host outside any network, answered by the gateway. */
export const GATEWAY_ORIGIN = 'http://almanac.invalid'

export function rpcUrl(chain: string): string {
  return `${GATEWAY_ORIGIN}/rpc/${encodeURIComponent(chain)}`
}
