import { useState } from 'react';
import { Link } from 'wouter';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { useMay, useWorkspace } from '../../../context/workspace.tsx';
import { nextMonthName } from '../../../texts/calendar.ts';
import { inboxTexts as texts } from '../../../texts/en/inbox.ts';
import styles from '../composer/composer.module.css';
import type { WindowState } from '../composer/window-state.ts';
import { durationWords } from '../words/ages.ts';
import { firstNameOf } from '../words/names.ts';

interface WindowNoticeProps {
  state: WindowState;
  conversation: InboxConversation;
  /** A reply is begun. */
  hasDraft: boolean;
}

export const WindowNotice = ({ state, conversation, hasDraft }: WindowNoticeProps) => {
  const { id: workspaceId } = useWorkspace();
  const isAdmin = useMay('admin');
  const [wasOpen] = useState(state.kind === 'open' || state.kind === 'closing');
  const { channel, contact } = conversation;
  const name = firstNameOf(contact);
  const channelName = texts.channels[channel];
  const words = {
    open: undefined,
    closing: undefined,
    closed:
      state.kind === 'closed' &&
      (wasOpen && hasDraft
        ? texts.window.closedWhileWriting(name)
        : texts.window.closed(durationWords(state.sinceMs), name)),
    unknown: texts.window.unknown(name),
    unanswerable: texts.window.socialClosed(name),
    disconnected: texts.window.disconnected(channelName),
    failing: state.kind === 'failing' && texts.window.failing(channelName, state.reason),
    lapsed: texts.window.lapsed,
    used_up: state.kind === 'used_up' && texts.window.usedUp(nextMonthName(state.month)),
  }[state.kind];
  const cause = causes[state.kind];
  return (
    <>
      {words && (
        <p className={styles.notice} role="status">
          {words}{' '}
          {cause &&
            (isAdmin ? (
              <Link href={`/w/${workspaceId}/settings/${cause}`}>{texts.window[cause].open}</Link>
            ) : (
              texts.window[cause].ask
            ))}
        </p>
      )}
      {contact.opted_out_at !== null && <p className={styles.line}>{texts.window.optedOut(name)}</p>}
    </>
  );
};

/** The page where an Admin can fix it. */
const causes: Partial<Record<WindowState['kind'], 'channels' | 'usage'>> = {
  disconnected: 'channels',
  failing: 'channels',
  lapsed: 'usage',
  used_up: 'usage',
};
