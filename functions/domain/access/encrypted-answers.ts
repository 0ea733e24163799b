import { decrypt, encrypt } from '../../platform/encryption.ts';
import { secretContexts } from '../workspaces/secret-contexts.ts';
import type { AnswerForm } from './idempotency.ts';

/** How answers are kept that tell a secret. */
export const encryptedAnswers: AnswerForm = {
  write: ({ workspaceId, sha256 }, body) => encrypt(secretContexts.answer(workspaceId, sha256), body),
  read: ({ workspaceId, sha256 }, kept) => decrypt(secretContexts.answer(workspaceId, sha256), kept),
};
