import type { InboundStatus } from '../../../model/inbound/inbound.ts';
import { readText } from '../untrusted-json.ts';

/** The channel returns this text with every receipt, so the message is found even if the response was lost. */
export const buildCallbackData = ({ conversation_id, id }: { conversation_id: string; id: string }): string =>
  `${conversation_id}/${id}`;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const ours = new RegExp(`^(${uuid})/(${uuid})$`);

/** Both ids are null for the data of another system that sends from the same number. */
export const readCallbackData = (data: unknown): Pick<InboundStatus, 'ourConversationId' | 'ourMessageId'> => {
  const [, ourConversationId = null, ourMessageId = null] = ours.exec(readText(data) ?? '') ?? [];
  return { ourConversationId, ourMessageId };
};
