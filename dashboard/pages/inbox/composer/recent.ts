export const recentReplies = 'switchboard.recent-replies';
export const recentTemplates = 'switchboard.recent-templates';
export const recentEmoji = 'switchboard.recent-emoji';

export const recentMax = 8;

/** What the person used last in this browser, newest first. */
export const readRecent = (key: string): string[] => JSON.parse(localStorage.getItem(key) ?? '[]') as string[];

export const remember = (key: string, value: string): void =>
  localStorage.setItem(
    key,
    JSON.stringify([value, ...readRecent(key).filter((one) => one !== value)].slice(0, recentMax)),
  );
