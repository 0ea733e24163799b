/** The first rule that fits a message decides the answer and the tag. */
const rules = [
  {
    words: /\b(human|agent|person|complaint)\b/i,
    answer: 'A colleague will read this and answer soon.',
    needsPerson: true,
  },
  { words: /\b(hours?|open|closed?)\b/i, answer: 'We are open from Monday to Friday, 9:00 to 18:00.' },
  { words: /\b(order|parcel|delivery)\b/i, answer: 'Please send your order number, such as 1042.', tag: 'order' },
  { words: /\bnews\b/i, answer: 'You will hear from us when there is news.', tag: 'news' },
];

const fallback = { answer: 'Write "hours", "order" or "news", or "human" to talk to a person.' };

export const findAnswer = (text) => rules.find(({ words }) => words.test(text ?? '')) ?? fallback;
