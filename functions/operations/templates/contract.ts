import * as z from 'zod/mini';
import { calls, reads } from '../../model/grant.ts';
import { listResponse } from '../../model/page.ts';
import {
  listedTemplate,
  shownTemplate,
  syncResult,
  templatePath,
  templateQuery,
} from '../../model/templates/listed-template.ts';
import { sendableTemplate, sendableTemplateQuery, templateKey } from '../../model/templates/sendable-template.ts';
import { defineOperation } from '../operation.ts';

export const listTemplates = defineOperation({
  method: 'GET',
  path: '/templates',
  paged: true,
  query: sendableTemplateQuery,
  response: () => listResponse(sendableTemplate),
  key: { access: 'messages:send', grants: [...calls('Query'), ...reads('template')] },
  member: { role: 'agent' },
});

export const getTemplate = defineOperation({
  method: 'GET',
  path: '/templates/{name}/{language}',
  params: templateKey,
  response: () => z.object({ data: sendableTemplate }),
  key: { access: 'messages:send', grants: [...calls('GetItem'), ...reads('template')] },
  member: { role: 'agent' },
});

/** Fetches every template from msgapp and removes those that it no longer has. */
export const syncTemplates = defineOperation({
  method: 'POST',
  path: '/templates/sync',
  response: () => z.object({ data: syncResult }),
  member: { role: 'admin', audit: 'template.synced' },
});

/** Where members send or see something else than keys. */
export const forMembers = {
  listTemplates: { query: templateQuery, response: () => listResponse(listedTemplate) },
  getTemplate: { params: templatePath, response: () => z.object({ data: shownTemplate }) },
};
