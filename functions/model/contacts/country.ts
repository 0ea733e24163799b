/** Codes that Unicode has and ISO 3166-1 does not: groups of countries, test regions, islands of other countries. */
const notIso3166 = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

/**
 * Former codes such as SU and aliases such as UK are rewritten by Intl.Locale. Kosovo's XK is not in ISO 3166-1 but in
 * general use, phone numbers included.
 */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  !notIso3166.has(code) &&
  countryName(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code;

/** Returns the English name, or undefined for a code that nobody uses. */
export const countryName = (code: string): string | undefined => {
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return names.of(code);
};

let names: Intl.DisplayNames | undefined;
