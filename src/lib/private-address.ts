import { BlockList, isIPv6 } from 'node:net'

/** Addresses that lead to this machine or its network, or to nobody in particular. */
const PRIVATE = new BlockList()
for (const subnet of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['224.0.0.0/4', '240.0.0.0/4', '::/127', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  // Both carry an IPv4 address inside, which a gateway would go on to.
  ...['64:ff9b::/32', '2002::/16'],
]) {
  const [network = '', bits] = subnet.split('/')
  PRIVATE.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4')
}

export function isPrivateAddress(address: string): boolean {
  return PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
