/** The steps of a rating, from 1 on. */
const scores = ['Very bad', 'Bad', 'All right', 'Good', 'Very good'];

const score = (value: number): string => `${value} of 5, ${scores[value - 1] ?? ''}`;

/** What agents see of a visitor of the web chat. */
export const visitTexts = {
  title: 'Visit',
  page: 'Page',
  language: 'Language',
  email: 'Email',
  here: 'On the website now',
  left: 'Left the page',
  verified: 'Signed in',
  verifiedHint: 'Your website has signed who this is.',
  unverified: 'Said by the page, not verified',
  lastRating: 'Last rating',
  score,
  quoted: (text: string) => `“${text}”`,
  writing: (name: string) => `${name} is writing`,
  leftPage: (name: string) => `${name} left the page`,
  rated: (name: string, value: number) => `${name} rated the conversation ${score(value)}`,
  mailed: (name: string) => `${name} had left the page, so the answer was sent by email`,
};
