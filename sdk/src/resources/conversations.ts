import type {
  Conversation,
  ConversationChanges,
  ListConversationsQuery,
  ListMessagesQuery,
  Message,
  NewReply,
  ReplyResult,
} from '../api-types.ts';
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

  /** Changes the state or the member who handles it. */
  update(id: string, changes: ConversationChanges, options?: CallOptions): Promise<Conversation> {
    return this.call('PATCH', idPath('conversations', id), { body: changes, options });
  }

  /** Newest first. */
  messages(id: string, query?: ListMessagesQuery, options?: CallOptions): List<Message> {
    return this.listOf(`${idPath('conversations', id)}/messages`, query, options);
  }

  /** Answers the customer on the channel of the conversation. Resolves once the channel has accepted the message. */
  reply(id: string, message: NewReply, options?: CallOptions): Promise<ReplyResult> {
    return this.call('POST', `${idPath('conversations', id)}/messages`, { body: message, options });
  }
}
