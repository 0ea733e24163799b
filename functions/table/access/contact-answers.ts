import type { Page, PageRequest } from '../../model/page.ts';
import { removeItems } from '../dynamodb/delete.ts';
import { assign } from '../dynamodb/expressions.ts';
import { queryPage } from '../dynamodb/query.ts';
import { type TransactionPart, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface ContactAnswer {
  sha256: string;
  expires: number;
}

/** Needs no condition: it only repeats what the record in the same transaction holds. */
export const contactAnswerPart = (
  { workspaceId, sha256 }: { workspaceId: string; sha256: string },
  contactId: string,
  expires: number,
): TransactionPart => ({ Put: { Item: { ...keys.contactAnswer(workspaceId, contactId, sha256), expires } } });

export const queryContactAnswers = async (
  workspaceId: string,
  contactId: string,
  page: PageRequest,
): Promise<Page<ContactAnswer>> => {
  const { items, next } = await queryPage(keys.contactAnswer(workspaceId, contactId, '').pk, page);
  return { items: items.map(({ sk, expires }) => ({ sha256: String(sk), expires: Number(expires) })), next };
};

/** Once the record has expired, the key may belong to another request, whose record expires later. */
export const eraseAnswer = async (
  workspaceId: string,
  { sha256, expires }: ContactAnswer,
  { status, body }: { status: number; body: string },
): Promise<void> => {
  await updateIf({
    Key: keys.idempotency(workspaceId, sha256),
    ConditionExpression: 'expires = :expected',
    ...assign({ answer_status: status, answer_body: body }, { ':expected': expires }),
  });
};

export const removeContactAnswers = (
  workspaceId: string,
  contactId: string,
  answers: readonly ContactAnswer[],
): Promise<void> => removeItems(answers.map(({ sha256 }) => keys.contactAnswer(workspaceId, contactId, sha256)));
