import type {
  FailedMessage,
  ListFailedMessagesQuery,
  ListTemplatesQuery,
  Media,
  MessageTemplate,
  NewMessage,
  SendResult,
} from '../api-types.ts';
import type { List } from '../list.ts';
import { idPath, Resource, toSegment } from '../resource.ts';
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

export class MediaResource extends Resource {
  /** The file of a customer's message, with a link of five minutes that needs no key. Waits while it is being copied. */
  get(messageId: string, options?: CallOptions): Promise<Media> {
    return this.call('GET', idPath('media', messageId), { options });
  }
}

export class TemplatesResource extends Resource {
  /** The approved ones, unless the query names another status. */
  list(query?: ListTemplatesQuery, options?: CallOptions): List<MessageTemplate> {
    return this.listOf('/templates', query, options);
  }

  get(name: string, language: string, options?: CallOptions): Promise<MessageTemplate> {
    return this.call('GET', `${idPath('templates', name)}/${toSegment(language)}`, { options });
  }
}
