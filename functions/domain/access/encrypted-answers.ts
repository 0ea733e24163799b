import { seal, unseal } from '../../platform/encryption.ts';
import { places } from '../workspaces/secret-contexts.ts';
import type { AnswerForm } from './idempotency.ts';

/** How answers are kept that tell a secret. */
export const sealedAnswers: AnswerForm = {
  write: ({ workspaceId, sha256 }, body) => seal(places.answer(workspaceId, sha256), body),
  read: ({ workspaceId, sha256 }, kept) => unseal(places.answer(workspaceId, sha256), kept),
};
