/** A network of one address reads as the address. */
export const networkWords = (cidr: string): string => cidr.replace(cidr.includes(':') ? /\/128$/ : /\/32$/, '');
