import { ApiError } from '../../model/api-error.ts';
import type { SignInErrorCode } from '../../model/members/sign-in-error.ts';

/** Ends a sign-in with a page of ours. The issuer's own text is never shown. */
export class SignInError extends ApiError {
  readonly reason: SignInErrorCode;

  constructor(reason: SignInErrorCode, cause?: unknown) {
    super('bad_request', `The sign-in failed: ${reason}.`, { cause });
    this.name = 'SignInError';
    this.reason = reason;
  }
}
