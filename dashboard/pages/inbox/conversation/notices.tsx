import { useState } from 'react';
import { Link } from 'wouter';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { Avatar } from '../../../components/content/avatar.tsx';
import { useSession } from '../../../context/session.ts';
import { useMay, useWorkspace } from '../../../context/workspace.tsx';
import { nextMonthName } from '../../../texts/calendar.ts';
import { inboxTexts as texts } from '../../../texts/en/inbox.ts';
import styles from '../composer/composer.module.css';
import type { WindowState } from '../composer/window-state.ts';
import type { InboxTimeline } from '../store/timeline.ts';
import { takenWords } from '../thread/change-words.ts';
import { durationWords } from '../words/ages.ts';
import { firstNameOf } from '../words/names.ts';

export const PresenceBar = ({ presence }: { presence: InboxConversation['presence'] }) => {
  const writing = presence.filter(({ state }) => state === 'writing');
  const shown = writing.length > 0 ? writing : presence;
  const names = shown.map(({ name }) => name.split(' ')[0] ?? name);
  return (
    <div className={styles.presence} role="status" data-writing={writing.length > 0 || undefined}>
      {shown[0] && (
        <>
          <Avatar name={shown[0].name} id={shown[0].user_id} kind="person" size={18} />
          {writing.length > 0 ? texts.composer.writing(names) : texts.composer.looking(names)}
        </>
      )}
    </div>
  );
};

/** A colleague took the conversation, or gave it to another, while it was open. */
export const TakenNotice = ({ timeline: { conversation, entries } }: { timeline: InboxTimeline }) => {
  const { user } = useSession();
  const { assigned_agent_id: assigned, contact } = conversation;
  const [before] = useState(assigned);
  if (assigned === null || assigned === before || assigned === user.id) return null;
  const words = takenWords(entries, assigned, user.id, firstNameOf(contact));
  return (
    words && (
      <p className={styles.notice} role="status">
        {words}
      </p>
    )
  );
};

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
