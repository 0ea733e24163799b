import { useState } from 'react';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { Avatar } from '../../../components/content/avatar.tsx';
import { useSession } from '../../../context/session.ts';
import { inboxTexts as texts } from '../../../texts/en/inbox.ts';
import styles from '../composer/composer.module.css';
import type { InboxTimeline } from '../store/timeline.ts';
import { takenWords } from '../thread/change-words.ts';
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
