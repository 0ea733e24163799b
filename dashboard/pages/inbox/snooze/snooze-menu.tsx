import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Reply from 'lucide-react/icons/reply';
import Sun from 'lucide-react/icons/sun';
import Sunrise from 'lucide-react/icons/sunrise';
import { type ReactNode, Suspense, useState } from 'react';
import { useNow } from '../../../components/content/relative-time.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import type { MenuEntry } from '../../../components/overlays/menu.tsx';
import { MenuButton } from '../../../components/overlays/menu-button.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { snoozeWords } from '../words/snooze-words.ts';
import { snoozeTimes } from './snooze-times.ts';

const texts = inboxPartsTexts.snooze;
const SnoozeDialog = lazyComponent(() => import('./snooze-dialog.tsx'), 'SnoozeDialog');

interface SnoozeMenuProps {
  /** Null ends the snooze. */
  onSnooze: (until: string | null) => void;
  onWait: () => void;
  isSnoozed?: boolean;
  children: ReactNode;
}

const choices = [
  { id: 'today', keys: '1', Icon: Sun },
  { id: 'tomorrow', keys: '2', Icon: Sunrise },
  { id: 'monday', keys: '3', Icon: CalendarDays },
] as const;

/** The digits choose, and always the same: in the evening "Later today" stays, and cannot be chosen. */
export const SnoozeMenu = ({ onSnooze, onWait, isSnoozed = false, children }: SnoozeMenuProps) => {
  const nowMs = useNow();
  const [isPicking, setPicking] = useState(false);
  const times = snoozeTimes(nowMs);
  const timed = choices.map(({ id, keys, Icon }): MenuEntry => {
    const atMs = times[id];
    const entry = { id, label: texts[id], keys, icon: <Icon aria-hidden="true" /> };
    if (atMs === undefined) return { ...entry, isDisabled: true, onAction: () => undefined };
    const until = new Date(atMs).toISOString();
    return { ...entry, hint: snoozeWords(atMs, nowMs), onAction: () => onSnooze(until) };
  });
  const end = { id: 'end', label: texts.end, onAction: () => onSnooze(null) };
  return (
    <span data-snooze>
      <MenuButton
        look="small"
        label={inboxTexts.snooze.label}
        placement="bottom end"
        sections={[
          {
            id: 'times',
            title: texts.title,
            entries: [
              ...timed,
              { id: 'written', label: texts.written, keys: '4', icon: <Reply aria-hidden="true" />, onAction: onWait },
              {
                id: 'pick',
                label: texts.pick,
                keys: '5',
                icon: <CalendarPlus aria-hidden="true" />,
                onAction: () => setPicking(true),
              },
            ],
          },
          ...(isSnoozed ? [{ id: 'end', entries: [end] }] : []),
        ]}
      >
        {children}
      </MenuButton>
      <Suspense>{isPicking && <SnoozeDialog onSnooze={onSnooze} onClose={() => setPicking(false)} />}</Suspense>
    </span>
  );
};
