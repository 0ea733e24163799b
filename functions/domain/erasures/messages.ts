import { clock } from '../../platform/clock.ts';
import type { RunningErasure } from '../../table/erasures/erasures.ts';
import { queryMessages, removeMessageItems, type StoredMessage } from '../../table/messages/messages.ts';
import { listMessageEventIds } from '../deliveries/events.ts';
import { removeDeliveries } from './deliveries.ts';
import { removeMedia } from './media.ts';
import type { StepResult } from './step.ts';

/** With 50 webhooks and four receipts each, a page has 10,000 deliveries at most. */
const messagesPerStep = 50;

/** A check ends every send within 15 minutes. One whose check was lost must not hold up the erasure for ever. */
const sendingMsMax = 24 * 60 * 60 * 1_000;

/**
 * One page of a conversation. The first pass removes only files and the payloads of deliveries, which can still be read:
 * an attempt under way records another one, and only the message leads to it. A message that is still being sent stays until its
 * outcome is known: its quota and its broadcast's counters depend on it.
 */
export const removeMessages = async (workspaceId: string, erasure: RunningErasure): Promise<StepResult> => {
  const { traces, progress } = erasure;
  const [index = 0, after] = readCursor(progress.cursor);
  const conversation = traces.conversations[index];
  if (!conversation) return { counts: {} };
  const { items, next } = await queryMessages(conversation.id, { limit: messagesPerStep, after }, 'strong');
  const position = next === undefined ? `${index + 1}` : `${index} ${next}`;
  const deliveries = await removeDeliveries(workspaceId, items.flatMap(listMessageEventIds));
  const media = await removeMedia(workspaceId, items);
  if (progress.pass === 1) return { counts: { deliveries }, next: position };
  const settled = items.filter((message) => !isBeingSent(message));
  await removeMessageItems(settled);
  return {
    counts: { messages: settled.length, deliveries, media },
    next: position,
    isWaiting: settled.length < items.length,
  };
};

const readCursor = (cursor: string | null): [number, string | undefined] => {
  const [index = '0', after] = (cursor ?? '0').split(' ');
  return [Number(index), after];
};

const isBeingSent = ({ status, created_at }: StoredMessage): boolean =>
  status === 'sending' && clock.now() - Date.parse(created_at) < sendingMsMax;
