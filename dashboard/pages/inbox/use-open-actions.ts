import { useState } from 'react';
import type { InboxConversation } from '../../../functions/model/conversations/inbox.ts';
import type { Member } from '../../../functions/model/members/member.ts';
import { inboxTexts as texts } from '../../texts/en/inbox.ts';
import { useActions } from './store/actions.ts';
import { useInbox } from './store/inbox.ts';
import type { useOpening } from './use-opening.ts';

type Opening = Pick<ReturnType<typeof useOpening>, 'composer' | 'open' | 'goOn'>;

/** Actions on the open conversation. After one that ends the work on it, the next conversation opens. */
export const useOpenActions = (
  conversation: InboxConversation | undefined,
  members: readonly Member[],
  { composer, open, goOn }: Opening,
) => {
  const { userId } = useInbox();
  const actions = useActions();
  /** The conversation that is to be closed, and whose draft would be lost. */
  const [discarding, setDiscarding] = useState<InboxConversation>();
  const close = (target = conversation, isSure = false) => {
    if (!target) return;
    if (target.status === 'closed') {
      actions.reopen(target);
      return;
    }
    if (!isSure && composer.current?.hasDraft()) {
      setDiscarding(target);
      return;
    }
    composer.current?.discard();
    actions.close(target);
    goOn();
  };
  return {
    discarding,
    keep: () => setDiscarding(undefined),
    close,
    assign: (to: string | null) => {
      const known = to === userId ? texts.you.toLowerCase() : members.find(({ user_id }) => user_id === to)?.name;
      if (conversation) actions.assign(conversation, to, known ?? '');
    },
    assignTeam: (to: string | null, name: string) => conversation && actions.assignTeam(conversation, to, name),
    snooze: (until: string | null) => {
      if (!conversation) return;
      actions.snooze(conversation, until);
      if (until !== null) goOn();
    },
    wait: () => {
      if (!conversation) return;
      actions.wait(conversation);
      goOn();
    },
    markWaiting: () => conversation && actions.markWaiting(conversation),
    markOpened: () => conversation && actions.markOpened(conversation),
    markNotOpened: () => {
      if (!conversation) return;
      actions.markNotOpened(conversation);
      open(undefined);
    },
  };
};
