import type { FailedMessage, ListFailedMessagesQuery, NewMessage, SendResult } from '../api-types.ts';
import type { List } from '../list.ts';
import { Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class MessagesResource extends Resource {
  /** Resolves once the channel has accepted the message. */
  send(message: NewMessage, options?: CallOptions): Promise<SendResult> {
    return this.call('POST', '/messages', { body: message, options });
  }

  /** The messages of the last 30 days that did not arrive, newest first, each with the reason and what to do. */
  failed(query?: Omit<ListFailedMessagesQuery, 'status'>, options?: CallOptions): List<FailedMessage> {
    const failed: ListFailedMessagesQuery = { ...query, status: 'failed' };
    return this.listOf('/messages', failed, options);
  }
}
