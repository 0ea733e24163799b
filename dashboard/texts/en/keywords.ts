/** Not part of `en`, which every page loads: these texts load with their page. */
export const keywordTexts = {
  optOut: 'Opt-out keywords',
  optOutHint: 'A customer who writes one of them, and nothing else, gets no broadcasts from then on.',
  optIn: 'Opt-in keywords',
  optInHint: 'A customer who writes one of them gets broadcasts again.',
  defaults: (example: string) => `Defaults in seven languages, such as ${example}`,
  none: 'None',
  noneOptOutHint: 'Customers cannot opt out with a message.',
  noneOptInHint: 'Customers cannot opt in with a message.',
  editHint: (example: string) =>
    `Put commas between the words. Leave it empty for the defaults in seven languages, such as ${example}.`,
  editNoneHint: 'There are none now. Put commas between the words. Your operator can bring back the defaults.',
  noLetter: (word: string) => `“${word}” has no letter or digit. Remove it.`,
  tooLong: (word: string, max: number) =>
    `“${word}” is too long. Use at most ${max} characters, and commas between the words.`,
  tooMany: (max: number, count: number) => `Use at most ${max} words. These are ${count}.`,
};
