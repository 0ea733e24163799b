const locale = 'en-US';

const plain = new Intl.NumberFormat(locale);
const rough = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
const percentage = new Intl.NumberFormat(locale, { style: 'percent' });

/** 1,204 */
export const count = (value: number): string => plain.format(value);

/** 1.2K, for the axis of a chart. */
export const shortCount = (value: number): string => compact.format(value);

/** 100% means all, and what is less than 1% is not nothing. */
export const percent = (part: number, whole: number): string =>
  part > 0 && part * 100 < whole ? 'less than 1%' : percentage.format(Math.min(part / whole, part < whole ? 0.99 : 1));

/** 11,000, for an estimate. */
export const roughCount = (value: number): string => rough.format(value);

export const messageCount = (value: number): string => `${count(value)} ${value === 1 ? 'message' : 'messages'}`;
