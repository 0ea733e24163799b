import { toEntry } from '../model/deployed-function.ts';
import * as broadcasts from './broadcasts/contract.ts';
import * as contacts from './contacts/contract.ts';
import * as conversations from './conversations/contract.ts';
import * as deliveries from './deliveries/contract.ts';
import type { Endpoint } from './endpoint.ts';
import * as feeds from './feeds/contract.ts';
import * as me from './me/contract.ts';
import * as media from './media/contract.ts';
import * as members from './members/contract.ts';
import * as messages from './messages/contract.ts';
import * as openapi from './openapi/contract.ts';
import * as segments from './segments/contract.ts';
import * as templates from './templates/contract.ts';
import * as webhooks from './webhooks/contract.ts';

const areas: Record<string, Record<string, Endpoint>> = {
  me,
  contacts,
  segments,
  messages,
  templates,
  conversations,
  members,
  media,
  broadcasts,
  webhooks,
  deliveries,
  feeds,
  openapi,
};

/** The order of a module's exports depends on its loader; the table's does not. */
const byPath = (left: Endpoint, right: Endpoint): number =>
  `${left.path} ${left.method}` < `${right.path} ${right.method}` ? -1 : 1;

/** Every endpoint. */
export const endpoints = Object.entries(areas).flatMap(([area, contracts]) =>
  Object.values(contracts)
    .sort(byPath)
    .map((contract) => ({
      ...contract,
      area,
      name: contract.operationId,
      entry: toEntry(`functions/api/${area}`, contract.operationId),
    })),
);

export type EndpointEntry = (typeof endpoints)[number];
