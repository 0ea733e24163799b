import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import type { ChangeEntry } from '../store/timeline.ts';
import { authorName } from '../words/names.ts';
import { snoozeWords } from '../words/snooze-words.ts';

const texts = inboxTexts.thread.change;

/** "Ben assigned this to you" */
export const changeWords = (
  { change, author, member, team, until }: ChangeEntry,
  userId: string,
  customer: string,
): string => {
  const by = authorName(author, userId, customer);
  switch (change) {
    case 'assigned':
      if (member && member.id === author.id) return texts.took(by);
      if (author.kind === 'team')
        return member?.id === userId
          ? texts.assignedToYouByTeam(by)
          : texts.assignedByTeam(by, member?.name ?? inboxTexts.former);
      return member?.id === userId ? texts.assignedToYou(by) : texts.assigned(by, member?.name ?? inboxTexts.former);
    case 'team_assigned':
      return texts.teamAssigned(by, team?.name ?? '');
    case 'team_removed':
      return texts.teamRemoved(by);
    case 'reopened':
      return author.kind === 'customer' ? texts.reopened(customer) : texts.opened(by);
    case 'snoozed':
      return texts.snoozed(by, snoozeWords(Date.parse(until ?? ''), Date.now()));
    case 'back':
      return author.kind === 'customer' ? texts.backEarly(customer) : texts.back;
    case 'opted_out':
      return texts.optedOut(customer);
    case 'opted_in':
      return texts.optedIn(customer);
    case 'rated':
    case 'mailed':
      return '';
    default:
      return texts[change](by);
  }
};

/** Says who has the conversation now, unless the person decided that. */
export const takenWords = (
  entries: readonly TimelineEntry[],
  assigned: string,
  userId: string,
  customer: string,
): string | undefined => {
  const last = entries.findLast(
    (entry): entry is ChangeEntry => entry.type === 'change' && entry.change === 'assigned',
  );
  const isOthers = last?.member?.id === assigned && last.author.id !== userId;
  return isOthers ? changeWords(last, userId, customer) : undefined;
};
