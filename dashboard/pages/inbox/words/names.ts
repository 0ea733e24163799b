import type { Conversation } from '../../../../functions/model/conversations/conversation.ts';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import { contactName, plainName } from '../../../texts/contact-name.ts';
import { inboxTexts as texts } from '../../../texts/en/inbox.ts';
import { formatPhone } from '../../../texts/phone.ts';

type Contact = Conversation['contact'];

/** Hungary, Vietnam, Cambodia, China, Hong Kong, Macao, Taiwan, Japan and Korea. */
const familyFirst = /^\+(36|8[1246]|85[235]|886)/;

/** With letters that only Hungarian or Vietnamese has, the first may be the family name. */
const twoLatinWords = /^(?!.*[őűơưđ\u1ea0-\u1ef9])([\p{Script=Latin}\p{M}'’-]{2,}) [\p{Script=Latin}\p{M}'’-]+$/iu;

/** The first of two words in Latin letters. All others are the whole name, because nobody can tell which part is given. */
export const givenName = ({ name, phone }: Pick<Contact, 'name' | 'phone'>): string => {
  const whole = plainName(name);
  return (!familyFirst.test(phone ?? '') && twoLatinWords.exec(whole)?.[1]) || whole;
};

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
