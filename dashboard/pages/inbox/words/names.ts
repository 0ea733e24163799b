import type { Conversation } from '../../../../functions/model/conversations/conversation.ts';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import { contactName, givenName } from '../../../texts/contact-name.ts';
import { inboxTexts as texts } from '../../../texts/en/inbox.ts';
import { formatPhone } from '../../../texts/phone.ts';

type Contact = Conversation['contact'];

/** How buttons and notices address the customer. */
export const firstNameOf = (contact: Contact): string => givenName(contact) || contactName(contact);

export const addressOf = ({ phone, social_username: handle }: Contact): string | undefined =>
  phone ? formatPhone(phone) : handle ? `@${handle}` : undefined;

export const templateKey = ({ name, language }: { name: string; language: string }): string => `${name} · ${language}`;

type Author = TimelineEntry['author'];

export const authorName = ({ kind, id, name }: Author, userId: string, customer: string): string => {
  if (kind === 'customer') return customer;
  if (kind === 'member') return id === userId ? texts.you : (name ?? texts.former);
  if (kind === 'team') return name ?? '';
  if (kind === 'away') return texts.thread.away;
  return kind === 'broadcast' && name ? texts.thread.broadcast(name) : texts.api;
};
