import { flushSync } from 'react-dom';
import type { DraftState } from './use-draft-state.ts';

interface Inserted {
  text: string;
  /** What it replaces. Without it, what is selected. */
  range?: [from: number, to: number];
  /** The part of it that is selected then. */
  gap?: [from: number, to: number] | undefined;
  change: DraftState['change'];
  onHide?: () => void;
}

/** The next key must already find the field, so nothing waits. */
export const insertText = (field: HTMLTextAreaElement | null, { text, change, onHide, ...at }: Inserted): void => {
  if (!field) return;
  const [from, to] = at.range ?? [field.selectionStart, field.selectionEnd];
  const [start, end] = at.gap ?? [text.length, text.length];
  flushSync(() => {
    if (text) change({ text: field.value.slice(0, from) + text + field.value.slice(to) });
    onHide?.();
  });
  // The list that had the focus is gone, and nothing else has taken it.
  if (document.activeElement === document.body) field.focus();
  if (text && document.activeElement === field) field.setSelectionRange(from + start, from + end);
};
