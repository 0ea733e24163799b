import { flushSync } from 'react-dom';
import { toast } from '../../../context/toast.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import type { DraftState } from './use-draft-state.ts';

interface Inserted {
  text: string;
  /** What it replaces. Without it, what is selected. */
  range?: [from: number, to: number];
  /** What is left in the text to be filled in. */
  gaps?: readonly string[] | undefined;
  /** The same in this text. The first is selected. */
  newGaps?: readonly string[] | undefined;
  change: DraftState['change'];
  onHide?: () => void;
}

/** The next key must already find the field, so nothing waits. */
export const insertText = (
  field: HTMLTextAreaElement | null,
  { text, gaps = [], newGaps = [], change, onHide, range }: Inserted,
): void => {
  if (!field) return;
  const [from, to] = range ?? [field.selectionStart, field.selectionEnd];
  const [gap = ''] = newGaps;
  const start = from + (gap ? text.indexOf(gap) : text.length);
  flushSync(() => {
    const whole = field.value.slice(0, from) + text + field.value.slice(to);
    if (text) change({ text: whole, ...(newGaps.length > 0 && { gaps: [...gaps, ...newGaps] }) });
    onHide?.();
  });
  // The list that had the focus is gone, and nothing else has taken it.
  if (document.activeElement === document.body) field.focus();
  if (text && document.activeElement === field) field.setSelectionRange(start, start + gap.length);
};

/** Whoever wants the brackets themselves types them anew. */
export const askToFill = (field: HTMLTextAreaElement | null, gap: string): void => {
  const start = field?.value.indexOf(gap) ?? 0;
  field?.focus();
  field?.setSelectionRange(start, start + gap.length);
  toast(inboxPartsTexts.extras.fillFirst(gap));
};
