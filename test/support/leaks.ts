/** Those of the secrets that the text holds, as they are or in a form from which anybody can read them. */
export const leaksIn = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));

const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return [
    secret,
    encodeURIComponent(secret),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((at) => base64At(bytes, at)),
  ];
};

/** In the midst of something longer, base64 looks different for each place that the first byte can have in its group. */
const base64At = (bytes: Buffer, at: number): string[] => {
  const shifted = Buffer.concat([Buffer.alloc(at), bytes]);
  return (['base64', 'base64url'] as const).map((encoding) => {
    const text = shifted.toString(encoding).replaceAll('=', '');
    // Letters that hold bits of neighbours are left out, at both ends.
    return text.slice(at === 0 ? 0 : at + 1, shifted.length % 3 === 0 ? undefined : -1);
  });
};
