import type { Channel } from '../../../../functions/model/channels/channel.ts';
import type { MessageEntry } from '../store/timeline.ts';
import type { FailureAction } from './failures.ts';

/** Shared by all messages of a conversation. New messages do not change it, or all would render again. */
export interface ThreadContext {
  workspaceId: string;
  conversationId: string;
  channel: Channel;
  userId: string;
  name: string;
  firstName: string;
  /** The keys are the ids of members. */
  memberNames: ReadonlyMap<string, string>;
  onOpenPhoto: (id: string) => void;
  onShow: (id: string) => void;
  onRemedy: (action: FailureAction, entry: MessageEntry) => void;
  onQuote: (entry: MessageEntry) => void;
}
