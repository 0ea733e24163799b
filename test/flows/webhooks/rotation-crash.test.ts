import { describe, expect, it } from 'vitest';
import { readSigningSecrets, rotateSecret } from '../../../functions/domain/webhooks/secrets.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { getStoredWebhook, makeWorkspaceWithWebhook } from '../../support/deliveries.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { publicUrl } from '../../support/webhooks.ts';

describe('a rotation that crashes', () => {
  it.each([24, 0])(
    'with an overlap of %i hours, the caller who repeats the request has the secret that signs',
    async (overlap_hours) => {
      const calls = await crashAtEveryCall({
        prepare: async () => {
          const webhook = await makeWorkspaceWithWebhook(publicUrl);
          return { webhook, rotationId: newId(), returned: '' };
        },
        run: async (subject) => {
          const { workspaceId, id } = subject.webhook;
          subject.returned = (await rotateSecret(workspaceId, id, subject.rotationId, { overlap_hours })).secret;
        },
        verify: async ({ webhook, returned }, { label }) => {
          const signing = await readSigningSecrets(webhook.workspaceId, await getStoredWebhook(webhook));
          expect(signing, label).toEqual(overlap_hours > 0 ? [returned, webhook.secret] : [returned]);
        },
      });
      expect(calls).toBe(1);
    },
  );

  it('until it is repeated, the old secret signs, alone or beside the new one', async () => {
    const webhook = await makeWorkspaceWithWebhook(publicUrl);
    const before = await readSigningSecrets(webhook.workspaceId, await getStoredWebhook(webhook));
    await rotateSecret(webhook.workspaceId, webhook.id, newId(), {});
    const after = await readSigningSecrets(webhook.workspaceId, await getStoredWebhook(webhook));
    expect([before, after.slice(1)]).toEqual([[webhook.secret], [webhook.secret]]);
  });
});
