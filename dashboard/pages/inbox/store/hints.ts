import { useEffect } from 'react';
import type { Hint } from '../../../../functions/model/hints/hint.ts';
import type { Member } from '../../../../functions/model/members/member.ts';
import { onConnect, onHints } from '../../../api/live/live.ts';
import { paced } from '../../../api/live/pace.ts';
import { queryClient } from '../../../api/query-client.ts';
import { type Inbox, useInbox } from './inbox.ts';

/** In a busy team a list that changes all the time is read twice a second. */
const spacingMsMax = 600;

/** A colleague whose last key was so long ago does not write any more, although the hint that says so got lost. */
const writingMsMax = 25_000;

/** Reads what hints announce: the conversations that changed, and the entries of the one on the screen. */
export const useHints = (openId: string | undefined, members: readonly Member[]): void => {
  const inbox = useInbox();
  useEffect(() => {
    const read = paced(() => readRows(inbox), spacingMsMax);
    const readAll = () => {
      inbox.listMissed();
      read();
    };
    const leave = new Map<string, number>();
    const showPresence = ({ id, user_id, state }: Extract<Hint, { kind: 'presence' }>) => {
      window.clearTimeout(leave.get(user_id));
      const name = members.find((member) => member.user_id === user_id)?.name;
      if (name === undefined || user_id === inbox.userId) return;
      inbox.presenceChanged(id, { user_id, name }, state);
      if (state !== 'writing') return;
      const stop = () => inbox.presenceChanged(id, { user_id, name }, 'looking');
      leave.set(user_id, window.setTimeout(stop, writingMsMax));
    };
    const hear = (hints: readonly Hint[]) => {
      for (const hint of hints) if (hint.kind === 'presence') showPresence(hint);
      if (hints.some(({ kind }) => kind === 'all')) return readAll();
      const changed = hints.filter((hint) => hint.kind === 'conversation');
      const entries = hints.filter((hint) => hint.kind === 'entries' && hint.id === openId);
      const open = entries.length > 0 && openId ? [{ id: openId }] : [];
      if (inbox.changesHeard([...changed, ...open])) read();
    };
    const stops = [onHints(hear), onConnect(readAll)];
    return () => {
      for (const stop of stops) stop();
      for (const timer of leave.values()) window.clearTimeout(timer);
    };
  }, [inbox, openId, members]);
};

/** A hidden tab reads when it comes back. */
const readRows = async (inbox: Inbox): Promise<void> => {
  if (document.visibilityState === 'visible')
    await queryClient.refetchQueries({ queryKey: inbox.rowsKey, type: 'active' });
};
