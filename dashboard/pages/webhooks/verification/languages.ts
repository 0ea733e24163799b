export const languages = ['node', 'python', 'php', 'go', 'ruby'] as const;

export type Language = (typeof languages)[number];
