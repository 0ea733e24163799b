import * as apiKeys from './api-keys/contract.ts';
import * as audit from './audit/contract.ts';
import * as broadcasts from './broadcasts/contract.ts';
import * as channels from './channels/contract.ts';
import * as contacts from './contacts/contract.ts';
import * as inbox from './inbox/contract.ts';
import * as integrations from './integrations/contract.ts';
import * as members from './members/contract.ts';
import * as messages from './messages/contract.ts';
import * as overview from './overview/contract.ts';
import * as playground from './playground/contract.ts';
import * as requests from './requests/contract.ts';
import * as segments from './segments/contract.ts';
import * as session from './session/contract.ts';
import * as templates from './templates/contract.ts';
import * as webhooks from './webhooks/contract.ts';
import * as workspace from './workspace/contract.ts';

/** Every operation of the dashboard. */
export const operations = {
  ...session,
  ...overview,
  ...inbox,
  ...contacts,
  ...segments,
  ...broadcasts,
  ...webhooks,
  ...requests,
  ...apiKeys,
  ...integrations,
  ...members,
  ...audit,
  ...workspace,
  ...playground,
  ...messages,
  ...channels,
  ...templates,
};

export type Operations = typeof operations;

export type OperationId = keyof Operations;
