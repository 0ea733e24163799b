import { type EventName, eventNames } from '../../../functions/model/webhook.ts';
import { defineCommand } from '../command.ts';
import { readChoice } from '../values.ts';
import { showWebhook } from './webhook-view.ts';
import { workspaceId } from './workspace-parameters.ts';

export const webhookConnect = defineCommand({
  words: ['webhook', 'connect'],
  summary: 'Connects an automation tool: an endpoint as the dashboard makes it, with its secret, shown this once.',
  operands: {
    tool: {
      placeholder: 'tool_a|tool_b',
      about: 'The tool. Deleting the endpoint disconnects it.',
      required: true,
      read: (typed, name) => readChoice(typed, name, ['tool_a', 'tool_b']),
    },
  },
  options: {
    workspace: workspaceId,
    url: {
      placeholder: '<url>',
      about: 'Where events go: https, at a public address.',
      required: true,
      read: (typed) => typed.trim(),
    },
    events: {
      placeholder: '<event,…>',
      about: `What the tool is told of: all, or some of\n  ${eventNames.join('\n  ')}`,
      required: true,
      read: (typed, name): EventName[] =>
        typed === 'all' ? [...eventNames] : typed.split(',').map((text) => readChoice(text.trim(), name, eventNames)),
    },
  },
  example:
    'tool_a --workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123 --url https://tool.example/hooks/1 --events contact.created',
  run: async ({ tool, workspace, url, events }) => {
    const { connectTool } = await import('../../../functions/domain/webhooks/webhooks.ts');
    return connectTool(workspace, tool, { url, events });
  },
  show: ({ secret, ...webhook }) =>
    `${secret}\n\nCopy the secret now: it is not shown again.\n\n${showWebhook(webhook)}`,
});
