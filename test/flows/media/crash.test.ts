import { beforeEach, describe, expect, it, vi } from 'vitest';
import { copyMedia } from '../../../functions/domain/media/copy-media.ts';
import type { MediaJob } from '../../../functions/model/jobs.ts';
import { signObjectUrl } from '../../../functions/platform/signed-url.ts';
import { findMedia } from '../../../functions/table/media/media.ts';
import { onePixelImage } from '../../../tools/simulator/channel/media-store.ts';
import { startFileServer, storePendingFile } from '../../support/messages/media.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';

beforeEach(() => void vi.stubEnv('ALLOW_LOCAL_WEBHOOKS', '1'));

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
        expect(await findMedia(job.workspaceId, job.messageId), label).toMatchObject({
          status: 'pending',
          attempts: job.attempt,
        });
        isDown = false;
        await runHeldJobs<MediaJob>((held) => copyMedia(held));
        await expectCopied(job, label);
      },
    });
    expect(calls).toBe(3);
  });
});
