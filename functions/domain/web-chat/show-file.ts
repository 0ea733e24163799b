import { notFound } from '../../model/api-error.ts';
import type { KnownVisitor } from '../../model/web-chat/visitor.ts';
import { findMessage } from '../../table/messages/messages.ts';
import { findVisitorPointer } from '../../table/web-chat/pointers.ts';
import { showMessages } from './show-messages.ts';

/** A link to the file of a message of the visitor's own conversation. */
export const findVisitorFile = async ({ site, visitor }: KnownVisitor, messageId: string): Promise<string> => {
  const pointer = await findVisitorPointer(site.workspaceId, visitor.visitor_id);
  const message = pointer?.conversationId && (await findMessage(pointer.conversationId, messageId));
  const [shown] = message ? await showMessages(site.workspaceId, {}, [message], visitor) : [];
  if (!shown?.file?.url) throw notFound('file');
  return shown.file.url;
};
