import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messageStatuses } from '../../functions/model/messages/message.ts';
import { eventNames } from '../../functions/model/webhooks/webhook.ts';
import { readPage, tableBelow } from './pages.ts';

const page = readPage('docs/webhooks.md');

describe('the webhooks page', () => {
  it('docs/webhooks.md shows the receiver exactly as the example file has it', () => {
    expect(page.text).toContain(`\`\`\`js\n${readFileSync('examples/webhook-receiver.mjs', 'utf8')}\`\`\``);
  });

  it.each(readdirSync('examples/verify-signature'))(
    'docs/webhooks.md shows examples/verify-signature/%s exactly as it is',
    (file) => {
      expect(page.text).toContain(`\n${readFileSync(`examples/verify-signature/${file}`, 'utf8')}\`\`\`\n`);
    },
  );

  it('the event table lists every event, and no other', () => {
    const documented = tableBelow(page, '## Events').map(([event]) => event);
    expect(documented).toEqual(eventNames.map((name) => `\`${name}\``));
  });

  it('the statuses are ranked as the service ranks them', () => {
    const ranked = tableBelow(page, '## Statuses').map(([rank, status]) => `${rank} ${status}`);
    expect(ranked).toEqual(messageStatuses.map((status, index) => `${index + 1} \`${status}\``));
  });
});
