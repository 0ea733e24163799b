import { endpoints } from './api/endpoints.ts';
import { chatFunctions } from './chat/functions.ts';
import { consumers } from './consumers/consumers.ts';
import { dashboardFunctions } from './dashboard/functions.ts';
import type { DeployedFunction } from './model/deployed-function.ts';
import { calls, reads } from './model/grant.ts';
import { receivers } from './receivers/receivers.ts';

/** AppSync asks it who may listen for hints. */
const authorizer: DeployedFunction = {
  name: 'authorizeSocket',
  entry: 'functions/dashboard/authorize-socket.ts',
  grants: [...calls('GetItem', 'BatchGetItem'), 'secret:encryption', ...reads('member', 'user', 'visitor', 'watch')],
};

export const deployed = {
  endpoints: [...endpoints, ...receivers],
  consumers,
  dashboardFunctions,
  chatFunctions,
  authorizer,
};
