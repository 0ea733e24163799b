/** Those of the secrets that the text holds, as they are or in a form from which anybody can read them. */
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

/** In the midst of something longer, base64 looks different for each place that the first byte can have in its group. */
const base64At = (bytes: Buffer, offset: number): string[] => {
  const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
  return (['base64', 'base64url'] as const).map((encoding) => {
    const text = shifted.toString(encoding).replaceAll('=', '');
    // Letters that hold bits of neighbours are left out, at both ends.
    return text.slice(offset === 0 ? 0 : offset + 1, shifted.length % 3 === 0 ? undefined : -1);
  });
};
