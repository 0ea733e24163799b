import { tallyChange } from '../../model/broadcast-counters.ts';
import type { MessageStatus } from '../../model/message.ts';
import { countPart } from '../counters.ts';
import type { TransactionPart } from '../dynamodb/write.ts';
import type { StoredMessage } from './messages.ts';

/**
 * Counts the step that a message of a broadcast takes. Whoever changes the status of a message writes this along, under
 * the condition that the status is still the one that was seen: so each step is counted once.
 */
export const tallyParts = ({ broadcast, status }: StoredMessage, after: MessageStatus): TransactionPart[] => {
  const change = broadcast ? tallyChange(status, after) : {};
  return broadcast && Object.keys(change).length > 0 ? [countPart(broadcast, change)] : [];
};
