import { describeUser } from '../../domain/members/users.ts';
import { env } from '../../platform/env.ts';
import { handleUser } from '../handle-user.ts';
import * as contract from './contract.ts';

export const handler = handleUser(contract.getSession, async ({ caller: { user } }) => ({
  data: {
    user,
    ...(await describeUser(user)),
    api_base_url: env.apiBaseUrl(),
    has_playground: env.simulatorUrl() !== undefined,
  },
}));
