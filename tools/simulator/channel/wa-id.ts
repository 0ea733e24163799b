import { randomBytes } from 'node:crypto';

/** The channel rewrites three countries: Brazil loses the ninth digit, Mexico gains a 1 and Argentina a 9. */
export const toWaId = (phone: string): string => {
  const digits = phone.replaceAll(/\D/g, '');
  return digits
    .replace(/^55(\d\d)9(\d{8})$/, '55$1$2')
    .replace(/^52(\d{10})$/, '521$1')
    .replace(/^54(?!9)(\d{10})$/, '549$1');
};

export const isPhoneNumber = (text: string): boolean => {
  const digits = text.replaceAll(/[\s()+.-]/g, '');
  return /^\d{7,15}$/.test(digits);
};

/** Byte markers, decoded from real message ids. */
const marker = {
  start: [0x1c, 0x18],
  direction: [0x15, 0x02, 0x00],
  outbound: 0x11,
  inbound: 0x12,
  id: 0x18,
  end: 0x00,
};

export const newWamid = (waId: string, direction: 'inbound' | 'outbound'): string => {
  // Ids from the customer's app start with 3A and are longer.
  const id = direction === 'inbound' ? `3A${randomHex(9)}` : randomHex(9);
  const bytes = Buffer.from([
    ...marker.start,
    waId.length,
    ...Buffer.from(waId),
    ...marker.direction,
    marker[direction],
    marker.id,
    id.length,
    ...Buffer.from(id),
    marker.end,
  ]);
  return `wamid.${bytes.toString('base64')}`;
};

const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex').toUpperCase();
