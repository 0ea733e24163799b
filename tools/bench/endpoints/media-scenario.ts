import type { Client } from '../client.ts';
import type { Scenario } from './scenario.ts';

/** Only the row of the copy: a call signs a link and does not touch the file. */
const makeCopiedFile = async (client: Client): Promise<string> => {
  const { newMediaPart } = await import('../../../functions/table/media/media.ts');
  const { transact } = await import('../../../functions/table/dynamodb/write.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const { json } = await client.call('GET', '/me');
  const message_id = newId();
  const row = newMediaPart({
    workspace_id: (json as { data: { account: { id: string } } }).data.account.id,
    message_id,
    channel: 'msgapp',
    source: { id: '1003380000000001', url: null, mimeType: 'image/jpeg', filename: null },
    attempts: 0,
    status: 'copied',
    content_type: 'image/jpeg',
    declared_type: 'image/jpeg',
    size_bytes: 61_901,
    filename: null,
    expires: Math.floor(Date.now() / 1_000) + 86_400,
  });
  await transact([row]);
  return message_id;
};

export const mediaScenario: Scenario = { prepare: makeCopiedFile, path: ({ sharedId }) => `/media/${sharedId}` };
