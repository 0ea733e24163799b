import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button, IconButton } from '../../../components/controls/button.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { useInbox } from '../store/inbox.ts';
import type { InboxTimeline } from '../store/timeline.ts';
import { readOlder } from '../store/timelines.ts';
import styles from './conversation.module.css';
import { findEntries, markFound } from './mark-found.ts';

const texts = inboxPartsTexts.find;
const pagesAtOnce = 4;
const searchedMax = 2_000;

interface FindBarProps {
  timeline: InboxTimeline;
  onShow: (id: string | undefined) => void;
  onClose: () => void;
}

/** Searches what is loaded, newest first, and reads older messages on demand. */
export const FindBar = ({ timeline, onShow, ...on }: FindBarProps) => {
  const inbox = useInbox();
  const [before] = useState(() => document.activeElement);
  const onClose = () => {
    on.onClose();
    // A menu that opened the bar is gone.
    const place = before?.matches('textarea, a, [role="log"]') && before.isConnected ? before : '[role="log"]';
    const target = typeof place === 'string' ? document.querySelector(place) : place;
    if (target instanceof HTMLElement) target.focus();
  };
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const [isReading, setReading] = useState(false);
  const searched = timeline.entries.map((entry) => ({
    id: entry.id,
    text:
      entry.type === 'message'
        ? (entry.template?.body ?? entry.content_text)
        : entry.type === 'note'
          ? entry.text
          : null,
  }));
  const found = findEntries(searched, query).reverse();
  const shown = found[at];
  useEffect(() => onShow(shown), [shown, onShow]);
  useEffect(() => markFound(query), [query]);
  const step = (by: number) => found.length > 0 && setAt((at + by + found.length) % found.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const older = async () => {
    setReading(true);
    for (let page = 0; page < pagesAtOnce; page++)
      await readOlder(inbox, timeline.conversation.id).catch(() => undefined);
    setReading(false);
  };
  return (
    <search className={styles.find}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it.
        autoFocus
        type="search"
        aria-label={inboxTexts.head.find}
        placeholder={inboxTexts.head.find}
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <span role="status">
        {query && (found.length > 0 ? texts.position(at + 1, found.length) : texts.none)}
        {timeline.entries.length >= searchedMax && ` ${texts.limit}`}
      </span>
      <IconButton icon={ChevronUp} label={texts.next} onPress={() => step(1)} />
      <IconButton icon={ChevronDown} label={texts.previous} onPress={() => step(-1)} />
      {query && timeline.has_older && timeline.entries.length < searchedMax && (
        <Button size="small" onPress={() => void older()} isPending={isReading}>
          {texts.older}
        </Button>
      )}
      <IconButton icon={X} label={texts.close} onPress={onClose} />
    </search>
  );
};
