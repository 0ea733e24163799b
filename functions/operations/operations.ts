import * as apiKeys from './api-keys/contract.ts';
import * as audit from './audit/contract.ts';
import * as broadcasts from './broadcasts/contract.ts';
import * as channels from './channels/contract.ts';
import * as chatSecrets from './chat-secrets/contract.ts';
import * as contacts from './contacts/contract.ts';
import * as conversations from './conversations/contract.ts';
import * as deliveries from './deliveries/contract.ts';
import * as feeds from './feeds/contract.ts';
import * as inbox from './inbox/contract.ts';
import * as integrations from './integrations/contract.ts';
import * as me from './me/contract.ts';
import * as media from './media/contract.ts';
import * as members from './members/contract.ts';
import * as messages from './messages/contract.ts';
import * as openapi from './openapi/contract.ts';
import * as overview from './overview/contract.ts';
import * as playground from './playground/contract.ts';
import * as reports from './reports/contract.ts';
import * as requests from './requests/contract.ts';
import * as routing from './routing/contract.ts';
import * as savedReplies from './saved-replies/contract.ts';
import * as segments from './segments/contract.ts';
import * as session from './session/contract.ts';
import * as tasks from './tasks/contract.ts';
import * as teams from './teams/contract.ts';
import * as templates from './templates/contract.ts';
import * as visitors from './visitors/contract.ts';
import * as webChat from './web-chat/contract.ts';
import * as webhooks from './webhooks/contract.ts';
import * as workspace from './workspace/contract.ts';

/** Everything that the service does for keys, members and visitors, by the folder of its contracts and handlers. */
export const areas = {
  me,
  contacts,
  segments,
  messages,
  templates,
  conversations,
  members,
  teams,
  media,
  broadcasts,
  webhooks,
  deliveries,
  feeds,
  openapi,
  session,
  overview,
  inbox,
  'saved-replies': savedReplies,
  tasks,
  requests,
  'api-keys': apiKeys,
  integrations,
  audit,
  workspace,
  routing,
  reports,
  playground,
  channels,
  visitors,
  'web-chat': webChat,
  'chat-secrets': chatSecrets,
};

export type Areas = typeof areas;

export type AreaName = keyof Areas;
