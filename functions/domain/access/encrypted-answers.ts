import { decrypt, encrypt } from '../../platform/encryption.ts';
import { secretContexts } from '../workspaces/secret-contexts.ts';
import type { AnswerCodec } from './idempotency.ts';

/** How answers are kept that tell a secret. */
export const encryptedAnswers: AnswerCodec = {
  encode: ({ workspaceId, sha256 }, body) => encrypt(secretContexts.answer(workspaceId, sha256), body),
  decode: ({ workspaceId, sha256 }, stored) => decrypt(secretContexts.answer(workspaceId, sha256), stored),
};
