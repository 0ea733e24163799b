import { ApiError } from '../api-error.ts';
import type { KeyCaller } from './api-key.ts';
import type { Scope } from './scope.ts';

export const checkScope = ({ scopes }: Pick<KeyCaller, 'scopes'>, scope: Scope): void => {
  if (!scopes.includes(scope))
    throw new ApiError('forbidden', `This key lacks the scope ${scope}. Use a key that has it.`);
};
