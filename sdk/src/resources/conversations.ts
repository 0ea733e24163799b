import type { Conversation, ListConversationsQuery, ListMessagesQuery, Message } from '../api-types.ts';
import type { List } from '../list.ts';
import { idPath, Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class ConversationsResource extends Resource {
  list(query?: ListConversationsQuery, options?: CallOptions): List<Conversation> {
    return this.listOf('/conversations', query, options);
  }

  get(id: string, options?: CallOptions): Promise<Conversation> {
    return this.call('GET', idPath('conversations', id), { options });
  }

  /** Newest first. */
  messages(id: string, query?: ListMessagesQuery, options?: CallOptions): List<Message> {
    return this.listOf(`${idPath('conversations', id)}/messages`, query, options);
  }
}
