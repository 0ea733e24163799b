/** The secrets that the text contains, in plain text or in a common encoding. */
export const findLeaks = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => toEncodings(secret).some((form) => text.includes(form)));

const toEncodings = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return [
    secret,
    encodeURIComponent(secret),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
  ];
};

/** Inside a longer text, base64 depends on the offset of the first byte in its group of three. */
const base64At = (bytes: Buffer, offset: number): string[] => {
  const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
  return (['base64', 'base64url'] as const).map((encoding) => {
    const text = shifted.toString(encoding).replaceAll('=', '');
    // Characters that share bits with neighbors are left out at both ends.
    return text.slice(offset === 0 ? 0 : offset + 1, shifted.length % 3 === 0 ? undefined : -1);
  });
};
