import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { copyMedia } from '../../../functions/domain/media/copy-media.ts';
import { deleteMedia } from '../../../functions/domain/media/delete-media.ts';
import * as slowCopies from '../../../functions/domain/media/slow-copies.ts';
import type { MediaJob } from '../../../functions/model/jobs/messages.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { signObjectUrl } from '../../../functions/platform/signed-url.ts';
import { leaseWorkerSlot } from '../../../functions/table/deliveries/worker-slots.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findMedia } from '../../../functions/table/media/media.ts';
import { onePixelImage } from '../../../tools/simulator/channel/media-store.ts';
import { getMedia, startFileServer, storePendingFile } from '../../support/messages/media.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';

beforeEach(() => void vi.stubEnv('ALLOW_LOCAL_WEBHOOKS', '1'));

const fetchObject = async ({ workspaceId, messageId }: { workspaceId: string; messageId: string }) =>
  fetch(await signObjectUrl(`${workspaceId}/${messageId}`, 60));

describe('the jobs of a file', () => {
  it('a file above the limit that states no length is given up while it is read, without an object', async () => {
    vi.stubEnv('MEDIA_BYTES_MAX', '6000000');
    const { url } = await startFileServer((response) => response.write(Buffer.alloc(7_000_000)));
    const { job, ...file } = await storePendingFile(url);
    await copyMedia(job);
    expect(await findMedia(file.workspaceId, file.messageId)).toMatchObject({ status: 'failed', failure: 'too_large' });
    expect((await fetchObject(file)).status).toBe(404);
  });

  it('however many jobs copy a file, at once or later, it has one copy', async () => {
    const { url, requests } = await startFileServer((response) => response.end(onePixelImage));
    const { job, ...file } = await storePendingFile(url);
    await Promise.all([copyMedia(job), copyMedia(job)]);
    const { length } = requests;
    await copyMedia(job);
    expect(requests).toHaveLength(length);
    expect(await findMedia(file.workspaceId, file.messageId)).toMatchObject({ status: 'copied', size_bytes: 70 });
    expect(Buffer.from(await (await fetchObject(file)).arrayBuffer())).toEqual(onePixelImage);
  });

  it('a job of an attempt that is not due is skipped', async () => {
    const { url, requests } = await startFileServer((response) => response.end(onePixelImage));
    const { job } = await storePendingFile(url, 3);
    await copyMedia({ ...job, attempt: 2 });
    await copyMedia({ ...job, attempt: 5 });
    expect(requests).toHaveLength(0);
  });

  it('the last attempt that fails says that the channel did not return the file', async () => {
    const { url } = await startFileServer((response) => response.writeHead(500).end());
    const { job, key, messageId } = await storePendingFile(url, 11);
    await copyMedia(job);
    const { headers } = await getMedia(key, messageId);
    expect(headers.get('x-media-status')).toBe('unavailable');
  });

  it('slow files that hold the slots of a workspace delay only its own next slow file', async () => {
    const { withSlotIfSlow } = slowCopies;
    const spy = vi.spyOn(slowCopies, 'withSlotIfSlow');
    spy.mockImplementation((workspaceId, copy) => withSlotIfSlow(workspaceId, copy, 0));
    onTestFinished(() => spy.mockRestore());
    const opened: ServerResponse[] = [];
    const { url } = await startFileServer((response) => {
      opened.push(response);
      response.write(onePixelImage);
    });
    const files = [await storePendingFile(url), await storePendingFile(url)] as const;
    const [busy, other] = files.map(({ workspaceId }) => workspaceId);
    const holdSlot = (slot: number) => leaseWorkerSlot(String(busy), `COPY#${slot}`, 60_000);
    await Promise.all(Array.from({ length: slowCopies.copySlotsMax }, (_, slot) => holdSlot(slot)));
    await copyMedia(files[0].job);
    expect(await findMedia(String(busy), files[0].messageId)).toMatchObject({ status: 'pending', attempts: 2 });
    const copying = copyMedia(files[1].job);
    await expect.poll(() => findItem(keys.workerSlot(String(other), 'COPY#0'))).toBeDefined();
    opened.at(-1)?.end();
    await copying;
    expect(await findMedia(String(other), files[1].messageId)).toMatchObject({ status: 'copied' });
    expect(await findItem(keys.workerSlot(String(other), 'COPY#0'))).toMatchObject({ leased_until_ms: 0 });
  });

  it('an error of the bucket is ours: the job fails and the file stays pending', async () => {
    const { url } = await startFileServer((response) => response.end(onePixelImage));
    const { job, ...file } = await storePendingFile(url);
    vi.stubEnv('MEDIA_BUCKET', 'no-such-bucket');
    await expect(copyMedia(job)).rejects.toThrow();
    vi.unstubAllEnvs();
    vi.stubEnv('ALLOW_LOCAL_WEBHOOKS', '1');
    expect(await findMedia(file.workspaceId, file.messageId)).toMatchObject({ status: 'pending', attempts: 1 });
  });
});

describe('deleting media', () => {
  it('a deleted file is gone from the bucket and the API, also when it is deleted twice', async () => {
    const { url } = await startFileServer((response) => response.end(onePixelImage));
    const { job, key, ...file } = await storePendingFile(url);
    await copyMedia(job);
    expect((await getMedia(key, file.messageId)).status).toBe(302);
    await deleteMedia(file.workspaceId, [file.messageId, newId()]);
    await deleteMedia(file.workspaceId, [file.messageId]);
    expect((await fetchObject(file)).status).toBe(404);
    expect((await getMedia(key, file.messageId)).headers.get('x-media-status')).toBeNull();
  });

  it('a file that is deleted while it is being copied leaves no object', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<() => void>();
    const { url } = await startFileServer((response) => {
      response.writeHead(200, { 'Content-Length': onePixelImage.length }).write(onePixelImage.subarray(0, 20));
      start(() => response.end(onePixelImage.subarray(20)));
    });
    const { job, ...file } = await storePendingFile(url);
    const copied = copyMedia(job);
    const finish = await started;
    await deleteMedia(file.workspaceId, [file.messageId]);
    finish();
    await copied;
    expect((await fetchObject(file)).status).toBe(404);
    expect(await findMedia(file.workspaceId, file.messageId)).toBeUndefined();
  });
});

it('a file is not served after its days, even if its row is still there', async () => {
  const { url } = await startFileServer((response) => response.end(onePixelImage));
  const { job, key, messageId } = await storePendingFile(url);
  vi.stubEnv('MEDIA_DAYS', '0');
  await copyMedia(job);
  await wait(1);
  expect((await getMedia(key, messageId)).status).toBe(404);
});

const expectCopied = async ({ workspaceId, messageId }: MediaJob, label: string): Promise<void> => {
  expect(await findMedia(workspaceId, messageId), label).toMatchObject({ status: 'copied', size_bytes: 70 });
  const object = await fetch(await signObjectUrl(`${workspaceId}/${messageId}`, 60));
  expect(Buffer.from(await object.arrayBuffer()), label).toEqual(onePixelImage);
};

describe('copyMedia that crashes', () => {
  it('a crash at any call leaves a file that the next run copies', async () => {
    const { url } = await startFileServer((response) => response.end(onePixelImage));
    const calls = await crashAtEveryCall({
      prepare: async () => (await storePendingFile(url)).job,
      run: (job) => copyMedia(job),
      verify: (job, { label }) => expectCopied(job, label),
    });
    expect(calls).toBe(3);
  });

  it('a crash at any call while the channel is down loses no later attempt', async () => {
    let isDown = true;
    const { url } = await startFileServer((response) =>
      isDown ? response.writeHead(503).end() : response.end(onePixelImage),
    );
    const calls = await crashAtEveryCall({
      prepare: async () => {
        isDown = true;
        return (await storePendingFile(url)).job;
      },
      run: (job) => copyMedia(job),
      verify: async (job, { label }) => {
        const pending = { status: 'pending', attempts: job.attempt };
        expect(await findMedia(job.workspaceId, job.messageId), label).toMatchObject(pending);
        isDown = false;
        await runHeldJobs<MediaJob>((held) => copyMedia(held));
        await expectCopied(job, label);
      },
    });
    expect(calls).toBe(3);
  });
});
