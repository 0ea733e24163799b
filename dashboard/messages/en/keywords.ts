/** Not part of `messages`, which every page loads: these texts load with their page. */
export const keywordTexts = {
  optOut: 'Opt-out keywords',
  optOutHint: 'A customer who writes one of them, and nothing else, gets no broadcasts from then on.',
  optIn: 'Opt-in keywords',
  optInHint: 'A customer who writes one of them gets broadcasts again.',
  defaults: (example: string) => `Defaults in seven languages, such as ${example}`,
  none: 'None',
  editHint: (example: string) =>
    `Put commas between the words. Leave it empty for the defaults in seven languages, such as ${example}.`,
  fault: (words: number, characters: number) =>
    `Use at most ${words} words of at most ${characters} characters, each with a letter or digit.`,
};
