import type { Person } from './conversation.ts';

/** Visitors see the first name and initials of a member, and nothing else. */
export const toPerson = (fullName: string): Person => {
  const words = fullName
    .trim()
    .split(/\s+/)
    .filter((word) => !word.includes('@'));
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].flatMap(
    (word) => [...(word ?? '')][0] ?? [],
  );
  return { name: words[0] ?? 'Team', initials: initials.join('').toUpperCase() || 'T' };
};
