import { CopyObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { createBroadcast } from '../../../functions/domain/broadcasts/create-broadcast.ts';
import * as domain from '../../../functions/domain/broadcasts/preview-broadcast.ts';
import type { FileError } from '../../../functions/model/broadcasts/audience-file.ts';
import { newBroadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import type { Upload } from '../../../functions/model/media/upload.ts';
import * as bucket from '../../../functions/platform/bucket.ts';
import { clock, dayMs, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findListedPage } from '../../../functions/table/broadcasts/audience.ts';
import { findBroadcast, queryBroadcasts } from '../../../functions/table/broadcasts/broadcasts.ts';
import {
  greeting,
  postBroadcast,
  postCancel,
  previewBroadcast,
  waitForBroadcast,
} from '../../support/broadcasts/broadcasts.ts';
import { putUploadedFile, uploadFile } from '../../support/broadcasts/files.ts';
import {
  callSimulator,
  listSentBodies,
  makeSendingWorkspace,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { makeContact, newPhone } from '../../support/contacts.ts';
import { deleteContact, waitForFirstPass } from '../../support/erasures.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

const { listKeys } = bucket;

const makeSender = async () => {
  const sender = await makeSendingWorkspace();
  await callSimulator('POST', '/templates', { waba_id: sender.number.waba_id, ...greeting });
  return sender;
};

const greet = (value: string) => ({ template: { name: 'greeting', params: [value] } });

const readSent = async ({ number }: SendingWorkspace) =>
  (await listSentBodies(number)).map(
    ({ to, template }) => `${to} ${JSON.stringify(template).match(/"text":"([^"]*)"/)?.[1]}`,
  );

it('each line gets its own values, a dry run and the broadcast name the lines that get none, and the file is gone', async () => {
  const sender = await makeSender();
  const [ana, ben, eva] = [newPhone(), newPhone(), newPhone()];
  await makeContact(sender.key, { phone: ana, name: 'Ana' });
  const text = `\uFEFFName;Phone;Code\n;${ana};{{contact.name}}\n"Ben ""B""";${ben};B1\n;nonsense;C\nx;;D\ny;${ana};E\nz;${eva};\na;b;c;d\n`;
  const { fileId: file_id, status } = await uploadFile(sender.key, text);
  expect(status).toBe(204);
  const request = { file_id, ...greet('{{contact.name|you}}: {{row.Code}} {{ row.Name | - }}') };
  const codes = ['invalid_phone', 'no_phone', 'duplicate', 'missing_value', 'invalid_row'] as const;
  const file_errors: FileError[] = codes.map((code, index) => ({ line: 4 + index, code }));
  const { json: preview } = await previewBroadcast(sender.key, request);
  expect(preview.data).toMatchObject({
    precision: 'exact',
    total_recipients: 7,
    accepted: 3,
    rejected_by_reason: { no_phone: 1, invalid_phone: 1, unknown_contact: 0, duplicate: 1, invalid_row: 1 },
    expected_messages: 2,
    missing_values: [
      { field: 'name', with_default: 2, without_default: 0 },
      { field: 'row.Code', with_default: 0, without_default: 1 },
      { field: 'row.Name', with_default: 1, without_default: 0 },
    ],
    file_errors,
  });
  const { json } = await postBroadcast(sender.key, request);
  expect(json.data).toMatchObject({ status: 'queued', total_recipients: 7, accepted: 0, segment_id: null });
  const counts = { accepted: 3, rejected: 4, sent_count: 2 };
  await waitForBroadcast(sender.id, json.data.id, { status: 'sent', ...counts, file_errors });
  const texts = [`${ana} Ana: {{contact.name}} -`, `${ben} you: B1 Ben \\`];
  expect((await readSent(sender)).sort()).toEqual(texts.sort());
  expect(await listKeys(`uploads/${sender.id}/`)).toEqual([]);
  const { status: again, json: refusal } = await postBroadcast(sender.key, request);
  expect([again, refusal.error?.message]).toEqual([400, expect.stringContaining('does not exist. Upload it again')]);
});

/** Until the test ends, so many requests copy their file before any of them stores its broadcast. */
const alignCopies = (count: number): void => {
  const { copyIfUnchanged } = bucket;
  const { promise: areAllCopied, resolve } = Promise.withResolvers<void>();
  let copies = 0;
  const spy = vi.spyOn(bucket, 'copyIfUnchanged').mockImplementation(async (...copy) => {
    const isCopied = await copyIfUnchanged(...copy);
    copies += 1;
    if (copies === count) resolve();
    await areAllCopied;
    return isCopied;
  });
  onTestFinished(() => spy.mockRestore());
};

const toNews = (fileId: string) =>
  ({
    name: 'News',
    template: { name: 'hello_world', language: 'en_US' },
    audience: { kind: 'file', fileId },
  }) as const;

const usedUp = { code: 'bad_request', message: expect.stringContaining('a file serves one broadcast') };

it('of broadcasts that have copied the same file one is stored, and the others are refused and leave nothing', async () => {
  const sender = await makeSender();
  const phones = [newPhone(), newPhone()];
  const fileId = await putUploadedFile(sender.id, `phone\n${phones.join('\n')}\n`);
  const ids = [newId(), newId(), newId()];
  alignCopies(ids.length);
  const created = await Promise.allSettled(ids.map((id) => createBroadcast(sender.id, id, toNews(fileId))));
  const refusals = created.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refusals).toMatchObject([usedUp, usedUp]);
  const { items } = await queryBroadcasts(sender.id, { limit: 10, after: undefined });
  expect(items).toHaveLength(1);
  await waitForBroadcast(sender.id, items[0]?.id ?? '', { status: 'sent', sent_count: 2 });
  expect((await listSentBodies(sender.number)).map(({ to }) => to).sort()).toEqual(phones.sort());
  await expect.poll(() => listKeys(`audiences/${sender.id}/`)).toEqual([]);
});

let sender: SendingWorkspace;
beforeAll(async () => {
  sender = await makeSender();
});

it.each([
  ['that is not UTF-8', Uint8Array.from(Buffer.from('phone\nAndré', 'latin1')), 'The file is not in UTF-8'],
  ['without a column for the number', 'name\nAna\n', 'has no column for the phone number. Name one "phone"'],
  ['with two columns for the number', 'to,phone\n1,2\n', 'has 2 columns for the phone number'],
  ['without a column of the template', 'phone,name\n1,2\n', 'has no column "code", which the template uses. Add it'],
  ['with a column twice', 'phone,code,code\n1,2,3\n', 'has more than one column "code"'],
  ['without a line', 'phone,code\n', 'has no recipients'],
  ['with too many lines', `phone,code\n${'1,2\n'.repeat(100_001)}`, 'at most 100000 are possible. Split it'],
])('a file %s is refused by a dry run and by the broadcast itself', async (_, content, message) => {
  const file_id = await putUploadedFile(sender.id, content);
  const input = newBroadcast.parse({ name: 'News', file_id, ...greet('{{row.code}}') });
  const refusal = { code: 'bad_request', message: expect.stringContaining(message) };
  await expect(domain.previewBroadcast(sender.id, input)).rejects.toMatchObject(refusal);
  const id = newId();
  await expect(createBroadcast(sender.id, id, input)).rejects.toMatchObject(refusal);
  expect(await listKeys(`audiences/${sender.id}/${id}`)).toEqual([]);
});

it.each(['PreconditionFailed', 'NoSuchKey'])(
  'a file that changes or goes while it is read (%s) is refused before a broadcast is stored',
  async (name) => {
    const fileId = await putUploadedFile(sender.id, `phone\n${newPhone()}\n`);
    const send = S3Client.prototype.send as (command: unknown) => unknown;
    vi.spyOn(S3Client.prototype, 'send').mockImplementation(async function (this: S3Client, command) {
      if (command instanceof CopyObjectCommand) throw new S3ServiceException({ name, $fault: 'client', $metadata: {} });
      return send.call(this, command) as never;
    });
    const id = newId();
    const message = expect.stringContaining('was changed or removed while it was read. Upload it again');
    await expect(createBroadcast(sender.id, id, toNews(fileId))).rejects.toMatchObject({
      code: 'bad_request',
      message,
    });
    expect(await findBroadcast(sender.id, id)).toBeUndefined();
  },
);

it('a retry after a crash at any call stores the broadcast with its file, which no other then gets', async () => {
  const callCount = await crashAtEveryCall({
    prepare: async () => {
      const fileId = await putUploadedFile(sender.id, `phone\n${newPhone()}\n`);
      return { id: newId(), news: toNews(fileId) };
    },
    run: ({ id, news }) => createBroadcast(sender.id, id, news),
    verify: async ({ id, news }, { label }) => {
      expect(await findBroadcast(sender.id, id), label).toMatchObject({ id });
      await expect(createBroadcast(sender.id, newId(), news), label).rejects.toMatchObject({ code: 'bad_request' });
    },
  });
  expect(callCount).toBeGreaterThanOrEqual(4);
});

it('no workspace can name the file of another, and the form takes this key, type and size alone', async () => {
  const [owner, other] = [await makeSender(), await makeSender()];
  const file_id = await putUploadedFile(owner.id, `phone\n${newPhone()}\n`);
  for (const id of [file_id, newId()])
    expect((await previewBroadcast(other.key, { file_id: id })).json.error?.message).toContain('does not exist');
  const body = { size_bytes: 9 };
  const { json } = await call<{ data: Upload }>('POST', '/broadcasts/files', { key: owner.key, body });
  const { conditions } = JSON.parse(Buffer.from(json.data.fields['policy'] ?? '', 'base64').toString());
  const form = [{ key: `uploads/${owner.id}/audiences/${json.data.id}` }, { 'Content-Type': 'text/csv' }];
  expect(conditions).toEqual(expect.arrayContaining([...form, ['content-length-range', 1, 9]]));
});

it('a scheduled one reads its file at once, an erasure removes the number from it, and with it every file that waits', async () => {
  const sender = await makeSender();
  const [erased, kept] = [newPhone(), newPhone()];
  const { id: contactId } = await makeContact(sender.key, { phone: erased });
  const text = `phone,code\n${erased},A\n${kept},B\n`;
  const [unused, file_id] = [await putUploadedFile(sender.id, text), await putUploadedFile(sender.id, text)];
  const scheduled_at = isoTime(clock.now() + dayMs);
  const { json } = await postBroadcast(sender.key, { file_id, scheduled_at, ...greet('{{row.code}}') });
  const queued = { status: 'queued' as const, total_recipients: 2, accepted: 0, file_errors: [] };
  await waitForBroadcast(sender.id, json.data.id, queued);
  await expect.poll(() => listKeys(`audiences/${sender.id}/`)).toEqual([]);
  await deleteContact(sender.key, contactId);
  expect(await waitForFirstPass(sender.id, contactId)).toMatchObject({ progress: { counts: { recipients: 1 } } });
  expect(await listKeys(`uploads/${sender.id}/`)).toEqual([]);
  expect((await previewBroadcast(sender.key, { file_id: unused })).status).toBe(400);
  await postCancel(sender.key, json.data.id);
  expect(await getBroadcast(sender.id, json.data.id)).toMatchObject({ status: 'canceled', total_recipients: 2 });
  await expect.poll(() => findListedPage(json.data.id, 0)).toBeUndefined();
});
