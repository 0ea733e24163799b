import { isoTime } from '../../../functions/platform/clock.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { callSimulator, makeSendingWorkspace, postMessage, type SendingWorkspace } from '../channels/simulator.ts';
import { newPhone } from '../contacts.ts';

export const hourMs = 60 * 60 * 1000;

/** A workspace that has sent one message, to a customer who last wrote at this time. */
export const makeConversationWithReply = async (
  lastInboundMs: number,
): Promise<SendingWorkspace & { to: string; conversationId: string }> => {
  const sender = await makeSendingWorkspace();
  const to = newPhone();
  const { data } = (await postMessage(sender.key, { to, text: 'One' })).json;
  await updateIf({
    Key: keys.conversation(sender.id, data.conversation_id),
    ...assign({ last_inbound_at: isoTime(lastInboundMs) }),
  });
  return { ...sender, to, conversationId: data.conversation_id };
};

/** From now on the channel refuses every text and media of this number, and accepts templates. */
export const closeWindows = ({ number }: Pick<SendingWorkspace, 'number'>): Promise<unknown> =>
  callSimulator('POST', '/switches', { account_id: number.id, enforce_window: true, window_refusal: 'sync' });
