import * as z from 'zod/mini';
import { reads } from '../../model/grant.ts';
import { listResponse } from '../../model/page.ts';
import { sendableTemplate, sendableTemplateQuery, templateKey } from '../../model/templates/sendable-template.ts';
import { defineEndpoint } from '../endpoint.ts';

export const listTemplates = defineEndpoint({
  operationId: 'listTemplates',
  method: 'GET',
  path: '/templates',
  summary: 'List templates',
  access: 'messages:send',
  grants: ['table:Query', ...reads('template')],
  status: 200,
  paged: true,
  query: sendableTemplateQuery,
  response: () => listResponse(sendableTemplate),
});

export const getTemplate = defineEndpoint({
  operationId: 'getTemplate',
  method: 'GET',
  path: '/templates/{name}/{language}',
  summary: 'Get a template',
  access: 'messages:send',
  grants: ['table:GetItem', ...reads('template')],
  status: 200,
  params: templateKey,
  response: () => z.object({ data: sendableTemplate }),
});
