import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { findAwayText } from '../../model/routing/away-message.ts';
import { type Hours, isOpen, nextOpening } from '../../model/routing/office-hours.ts';
import { clock, dayMs } from '../../platform/clock.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { findTeam } from '../../table/teams/teams.ts';
import { getRouting } from './routing.ts';

interface Sender {
  contact: Pick<StoredContact, 'opted_out_at'>;
  conversation: Pick<StoredConversation, 'away_at' | 'team_id'>;
}

/** Once per conversation and absence, which ends with an opening. A reaction asks nothing. */
export const needsAwayMessage = async (message: StoredMessage, sender: Sender): Promise<boolean> => {
  if (message.content_type === 'reaction') return false;
  const absence = await findAbsence(message, sender);
  const { away_at } = sender.conversation;
  return absence !== undefined && (away_at === undefined || hasOpenedSince(absence.hours, away_at));
};

interface Absence {
  hours: Hours;
  text: string;
}

/** Undefined if somebody is there, or if this customer or channel gets no away message. */
export const findAbsence = async (
  { workspace_id, channel, sent_at, created_at }: StoredMessage,
  { contact: { opted_out_at }, conversation: { team_id: teamId } }: Sender,
): Promise<Absence | undefined> => {
  const now = clock.now();
  // The window of the channel, and a limit on the others: days later, the answer would surprise.
  if (opted_out_at !== null || now - Date.parse(sent_at ?? created_at) >= dayMs) return undefined;
  const [{ office_hours, away_message }, team] = await Promise.all([
    getRouting(workspace_id),
    teamId === undefined ? undefined : findTeam(workspace_id, teamId),
  ]);
  const hours = team?.office_hours ?? office_hours;
  const text = findAwayText(away_message, channel);
  return text === undefined || isOpen(hours, now) ? undefined : { hours, text };
};

export const hasOpenedSince = (hours: Hours, time: string): boolean => {
  const opening = nextOpening(hours, Date.parse(time));
  return opening !== undefined && opening <= clock.now();
};
