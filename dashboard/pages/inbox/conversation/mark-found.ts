import { findText } from '../../../../functions/model/search-words.ts';

/** The ids of the entries that have the text, in their order. */
export const findEntries = (entries: readonly { id: string; text: string | null }[], query: string): string[] =>
  entries.filter(({ text }) => text !== null && findText(text, query).length > 0).map(({ id }) => id);

/**
 * Marks the text in the messages on the screen until the returned function is called. The browser paints the marks over
 * the text, so no message renders again.
 */
export const markFound = (query: string): (() => void) => {
  const log = document.querySelector('[role="log"]');
  if (!log || query.trim() === '' || !('highlights' in CSS)) return () => undefined;
  const mark = () => void CSS.highlights.set('found', new Highlight(...listRanges(log, query)));
  mark();
  // Older messages come and go with scrolling.
  const observer = new MutationObserver(mark);
  observer.observe(log, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    CSS.highlights.delete('found');
  };
};

const listRanges = (log: Element, query: string): Range[] => {
  const ranges: Range[] = [];
  for (const bubble of log.querySelectorAll('[data-entry] [dir="auto"]')) {
    const texts = document.createTreeWalker(bubble, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as globalThis.Text;
      for (const [start, end] of findText(node.data, query)) {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        ranges.push(range);
      }
    }
  }
  return ranges;
};
