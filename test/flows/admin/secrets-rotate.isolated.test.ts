import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { beginRequest, encryptedResponses, storeResponse } from '../../../functions/domain/access/idempotency.ts';
import { connectWeb } from '../../../functions/domain/channels/connect.ts';
import { createChatSecret } from '../../../functions/domain/web-chat/secrets.ts';
import { updateWebChat } from '../../../functions/domain/web-chat/settings.ts';
import { rotateSecret } from '../../../functions/domain/webhooks/secrets.ts';
import { createWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { EncryptionSecretName } from '../../../functions/model/secret.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { listStoredSecrets, rotateSecrets } from '../../../tools/admin/sweep/rotate-secrets.ts';
import { connectNumber } from '../../support/channels/simulator.ts';
import { type OwnTable, useOwnTable } from '../../support/table/own-table.ts';
import { publicUrl } from '../../support/webhooks.ts';

const hourMs = 60 * 60 * 1000;
const quiet = { unitsPerSecond: 100_000, onProgress: () => undefined, onFailure: () => undefined };

let own: OwnTable;
let workspaceId: string;
let webhookId: string;
let answerKeys: { pk: string; sk: string }[];

const readKeyIds = async (): Promise<string[]> => {
  const own = [keys.workspace(workspaceId), keys.webChat(workspaceId), keys.webhook(workspaceId, webhookId)];
  const places = [...own, ...answerKeys];
  const items = await Promise.all(places.map((place) => findItem(place)));
  return items.flatMap((item) => (item ? listStoredSecrets(item) : [])).map(({ value }) => value.split(':')[2] ?? '');
};

const storeSecretAnswer = async (secret: EncryptionSecretName) => {
  const request = { holder: 'user 1', key: secret, request: 'POST /', endsByMs: Date.now() + hourMs };
  const begun = await beginRequest({ workspaceId, ...request });
  if (!('claim' in begun)) throw new Error('The key was used before.');
  await storeResponse(begun.claim, { status: 201, body: '{}' }, encryptedResponses(secret));
  return keys.idempotency(workspaceId, begun.claim.key.sha256);
};

beforeAll(async () => {
  own = await useOwnTable({
    encryption: { current: '1', 1: '1'.repeat(64) },
    channelEncryption: { current: 'c1', c1: 'c'.repeat(64) },
  });
  workspaceId = (await createWorkspace('Acme', 'DE')).id;
  await connectNumber(workspaceId);
  await connectWeb(workspaceId);
  await connectWeb(workspaceId);
  await updateWebChat(workspaceId, { greeting: 'Hello' });
  await createChatSecret(workspaceId, newId());
  const input = { url: publicUrl, events: ['contact.created' as const] };
  webhookId = (await createWebhook(workspaceId, newId(), input)).id;
  await rotateSecret(workspaceId, webhookId, newId(), {});
  answerKeys = [await storeSecretAnswer('encryption'), await storeSecretAnswer('channelEncryption')];
});
afterAll(() => vi.restoreAllMocks());

it('rotation says that old keys may go once every secret is encrypted with the current key of its kind', async () => {
  expect(await readKeyIds()).toEqual(['c1', 'c1', 'c1', '1', '1', '1', '1', 'c1']);
  await own.addKey('encryption', 'w2');
  await own.addKey('channelEncryption', 'c2');
  vi.spyOn(clock, 'now').mockReturnValue(Date.now() + hourMs / 2);
  const early = await rotateSecrets({ ...quiet, pageItems: 3 });
  expect(early).toMatchObject({ failed: 0, conflicts: 0, removable: false });
  expect(early.changed).toBe(5);
  expect(await readKeyIds()).toEqual(['c2', 'c2', 'c2', 'w2', 'w2', 'w2', 'w2', 'c2']);
  vi.spyOn(clock, 'now').mockReturnValue(Date.now() + 2 * hourMs);
  expect(await rotateSecrets(quiet)).toMatchObject({
    changed: 0,
    removable: true,
    keys: [
      { secret: 'encryption', current: 'w2', earlier: ['1'] },
      { secret: 'channelEncryption', current: 'c2', earlier: ['c1'] },
    ],
  });
});

it('a rotation that was interrupted continues after the last page that it completed', async () => {
  const pages: number[] = [];
  const stop = (totals: { examined: number }) => {
    pages.push(totals.examined);
    if (pages.length === 3) throw new Error('interrupted');
  };
  await own.addKey('encryption', 'w3');
  vi.spyOn(clock, 'now').mockReturnValue(Date.now() + 4 * hourMs);
  await expect(rotateSecrets({ ...quiet, pageItems: 5, onProgress: stop })).rejects.toThrow('interrupted');
  const resumed = await rotateSecrets(quiet);
  const whole = await rotateSecrets(quiet);
  expect(resumed.examined).toBe(whole.examined);
  expect(whole.changed).toBe(0);
  expect(await readKeyIds()).toEqual(['c2', 'c2', 'c2', 'w3', 'w3', 'w3', 'w3', 'c2']);
});
