import * as z from 'zod/mini';
import { optionalField } from '../optional-field.ts';

/**
 * The range of a network in a form that sorts as text: a digit for the family, then the address in hexadecimal. An
 * IPv4 address written as IPv6 (`::ffff:192.0.2.1`) counts as IPv4.
 */
export interface Network {
  cidr: string;
  lowest: string;
  highest: string;
}

export const networksMax = 20;

/** Returns undefined for a text that is neither an address nor a network. Bits beyond the prefix are cleared. */
export const parseNetwork = (text: string): Network | undefined => {
  const [, addressText = '', prefixText] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const address = parseAddress(addressText);
  if (!address) return undefined;
  const mappedBits = address.bits === 32 && addressText.includes(':') ? 96 : 0;
  const prefix = prefixText === undefined ? address.bits : Number(prefixText) - mappedBits;
  if (prefix < 0 || prefix > address.bits) return undefined;
  const hostBits = BigInt(address.bits - prefix);
  const lowest = (address.value >> hostBits) << hostBits;
  const highest = lowest | ((1n << hostBits) - 1n);
  const { bits } = address;
  return {
    cidr: `${formatAddress({ bits, value: lowest })}/${prefix}`,
    lowest: toSortable({ bits, value: lowest }),
    highest: toSortable({ bits, value: highest }),
  };
};

/** The network that an address is taken to belong to: `203.0.113.0/24`, or a /48 of IPv6. */
export const toUsualNetwork = (address: string): string | undefined =>
  parseNetwork(`${address}/${parseAddress(address)?.bits === 32 ? (address.includes(':') ? 120 : 24) : 48}`)?.cidr;

/** Comparable with the range of a network. Empty, and so in no network, for a text that is not an address. */
export const toSortableAddress = (text: string): string => {
  const address = parseAddress(text);
  return address ? toSortable(address) : '';
};

export const isInNetwork = ({ lowest, highest }: Network, sortableAddress: string): boolean =>
  lowest <= sortableAddress && sortableAddress <= highest;

interface Address {
  bits: 32 | 128;
  value: bigint;
}

const parseAddress = (text: string): Address | undefined => (text.includes(':') ? parseIPv6(text) : parseIPv4(text));

const parseIPv4 = (text: string): Address | undefined => {
  const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1);
  if (!bytes?.every((byte) => Number(byte) <= 255 && String(Number(byte)) === byte)) return undefined;
  return { bits: 32, value: bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n) };
};

const groupCount = 8;

const parseIPv6 = (text: string): Address | undefined => {
  const [head = '', tail, ...others] = withHexTail(text).split('::');
  if (others.length > 0) return undefined;
  const first = splitGroups(head);
  const last = tail === undefined ? [] : splitGroups(tail);
  const missing = groupCount - first.length - last.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  const value = groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
  return value >> 32n === 0xffffn ? { bits: 32, value: value & 0xffffffffn } : { bits: 128, value };
};

const splitGroups = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** The last four bytes may be written as IPv4. */
const withHexTail = (text: string): string => {
  const [, head = '', dotted = ''] = /^(.*:)([\d.]+)$/.exec(text) ?? [];
  const tail = dotted.includes('.') ? parseIPv4(dotted) : undefined;
  return tail ? `${head}${(tail.value >> 16n).toString(16)}:${(tail.value & 0xffffn).toString(16)}` : text;
};

const toSortable = ({ bits, value }: Address): string =>
  bits === 32 ? `4${value.toString(16).padStart(8, '0')}` : `6${value.toString(16).padStart(32, '0')}`;

const formatAddress = ({ bits, value }: Address): string =>
  bits === 32 ? splitBits(value, 4, 8n).join('.') : formatIPv6(splitBits(value, groupCount, 16n));

const splitBits = (value: bigint, count: number, width: bigint): number[] =>
  Array.from({ length: count }, (_, index) =>
    Number((value >> (width * BigInt(count - 1 - index))) & ((1n << width) - 1n)),
  );

/** Follows RFC 5952: the first of the longest runs of two or more zero groups becomes `::`. */
const formatIPv6 = (groups: readonly number[]): string => {
  const text = groups.map((group) => group.toString(16)).join(':');
  const [longest] = (text.match(/(?<![^:])0(:0)+(?![^:])/g) ?? []).sort((left, right) => right.length - left.length);
  if (longest === undefined) return text;
  const start = new RegExp(`(?<![^:])${longest}(?![^:])`).exec(text)?.index ?? 0;
  return `${text.slice(0, start).replace(/:$/, '')}::${text.slice(start + longest.length).replace(/^:/, '')}`;
};

const networkText = z.string().check(
  z.refine((text: string) => parseNetwork(text) !== undefined, {
    error: 'must be an IP address or a network in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32',
    abort: true,
  }),
  z.overwrite((text: string) => parseNetwork(text)?.cidr ?? text),
);

const countMessage = `must have 1 to ${networksMax} networks. Leave it out to allow every address`;

/** The networks from which a key may be used, in canonical form and without repetitions. */
export const allowedNetworks = optionalField(
  z.array(networkText).check(
    z.minLength(1, countMessage),
    z.maxLength(networksMax, countMessage),
    z.overwrite((cidrs: string[]) => [...new Set(cidrs)]),
  ),
);
