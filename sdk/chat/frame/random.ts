/** 256 bits. Only the visitor's browser knows it; the service stores a hash. */
export const newToken = (): string => {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
  return `vt_${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
};

/** crypto.randomUUID() exists on secure pages only, and a page in development may have no certificate. */
export const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
