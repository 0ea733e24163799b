/** The first of the visitor's languages that there is, by its language alone: pt-BR reads pt. */
export const chooseLanguage = (wanted: readonly (string | undefined)[], known: readonly string[]): string => {
  const short = wanted.map((one) => one?.toLowerCase().split('-')[0] ?? '').map((one) => (one === 'iw' ? 'he' : one));
  return short.find((one) => known.includes(one)) ?? 'en';
};
