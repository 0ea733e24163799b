import { createHmac, timingSafeEqual } from 'node:crypto';

export const isGenuine = (body, header, secret) => {
  const parts = (header ?? '').split(',').map((part) => part.split('='));
  const [, signedAt] = parts.find(([name]) => name === 't') ?? [];
  const expected = createHmac('sha256', secret).update(`${signedAt}.`).update(body).digest();
  const isValid = (signature) => signature.length === expected.length && timingSafeEqual(signature, expected);
  const isSigned = parts.some(([name, hex = '']) => name === 'v1' && isValid(Buffer.from(hex, 'hex')));
  return isSigned && Math.abs(Date.now() / 1000 - Number(signedAt)) <= 300;
};
