export const channels = ['msgapp', 'social', 'web'] as const;

export type Channel = (typeof channels)[number];
