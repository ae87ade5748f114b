import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Finds the IP addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** Blocks that are not the public internet (RFC 6890 and the IANA registries of special-purpose addresses), and what virtual machines reach their host by in Azure. */
const IPV4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
  192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  168.63.129.16/32`
/** Besides these, everything outside of 2000::/3. NAT64, 6to4 and Teredo addresses reach IPv4 addresses. */
const IPV6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 2620:4f:8000::/48'

const special = new BlockList()
for (const block of IPV4.split(/\s+/)) addBlock(block, 'ipv4')
for (const block of IPV6.split(' ')) addBlock(block, 'ipv6')
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')

function addBlock(block: string, family: 'ipv4' | 'ipv6'): void {
  const [address, bits] = block.split('/')
  special.addSubnet(address!, Number(bits), family)
}

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4')
  return isIP(address) === 6 && unicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Asks the system. A literal address is its own. */
export const resolveHost: Resolve = async (host) => {
  if (isIP(host) !== 0) return [host]
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** The host of a URL as sockets take it: without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

export type AddressRules = {
  readonly resolve: Resolve
  /** Whether private addresses may be called too. */
  readonly allowsPrivate: boolean
}

/** No address of a host may be called. The message says what its caller may know. */
export class NoAddress extends Error {}

/** Whether an address is one of this machine's own, which may be public. */
function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address))
}

/** Lower ports, except those of HTTP, belong to services of other kinds, such as mail. */
const FIRST_FREE_PORT = 1024

/** Throws NoAddress for a port that no webhook has, unless private addresses may be called: 80, 443, and 1024 and above may be. */
export function checkPort({ port }: URL, { allowsPrivate }: Pick<AddressRules, 'allowsPrivate'>): void {
  if (allowsPrivate || port === '' || port === '80' || port === '443' || Number(port) >= FIRST_FREE_PORT) return
  throw new NoAddress(`port ${port} may not be called; expected 80, 443, or ${FIRST_FREE_PORT} to 65535`)
}

/**
 * The addresses of a host. Throws NoAddress if there is none, or if any of them is not public and they have to be. The message
 * is the same in both cases, so that it does not reveal which names a private network has.
 */
export async function findAddresses(
  host: string,
  { resolve, allowsPrivate }: AddressRules,
): Promise<readonly string[]> {
  const problem = allowsPrivate ? `${host} cannot be resolved` : `${host} has no address of the public internet`
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new NoAddress(problem, { cause })
  })
  const mayCall = (address: string): boolean => allowsPrivate || (isPublicAddress(address) && !isOwn(address))
  if (addresses.length === 0 || !addresses.every(mayCall)) throw new NoAddress(problem)
  return addresses
}
