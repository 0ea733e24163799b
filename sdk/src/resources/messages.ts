import type { FailedMessage, ListFailedMessagesQuery } from '../api-types.ts';
import { MessagesCalls } from '../calls.ts';
import type { List } from '../list.ts';
import type { CallOptions } from '../transport.ts';

export class MessagesResource extends MessagesCalls {
  /** The messages of the last 30 days that did not arrive, newest first, each with the reason and what to do. */
  failed(query?: Omit<ListFailedMessagesQuery, 'status'>, options?: CallOptions): List<FailedMessage> {
    const failed: ListFailedMessagesQuery = { ...query, status: 'failed' };
    return this.listOf('/messages', { query: failed, options });
  }
}
