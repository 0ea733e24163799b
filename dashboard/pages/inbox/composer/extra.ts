/** `slash`: the saved replies, opened by typing. */
export type Extra = 'saved' | 'slash' | 'emoji' | 'mention';

export interface ShownExtra {
  kind: Extra;
  /** The part of the text that the chosen value replaces. */
  range: [from: number, to: number];
  /** The search text that was typed before the list was there. */
  typed: string;
}

/** Each of these keys opens its list. */
export const signs: Record<Extra, string> = { slash: '/', mention: '@', saved: '', emoji: '' };
