/** The texts are English. Dates and hours follow the region of the browser. */
export const localeFor = (language: string): Intl.Locale => {
  const { hourCycle } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions();
  return new Intl.Locale(language.startsWith('en') ? language : 'en-001', hourCycle ? { hourCycle } : {});
};

export const locale = localeFor(navigator.language);
