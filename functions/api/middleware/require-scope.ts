import { getCaller } from '../../http/request.ts';
import { ApiError } from '../../model/api-error.ts';
import type { Access } from '../endpoint.ts';
import type { ApiMiddleware } from './request.ts';

export const requireScope = (access: Access): ApiMiddleware => ({
  before: (request) => {
    if (access === 'any-key' || getCaller(request).scopes.includes(access)) return;
    throw new ApiError('forbidden', `This key lacks the scope ${access}. Use a key that has it.`);
  },
});
