import type { Broadcast, BroadcastPreview, FileUpload, NewBroadcast, NewFile } from '../api-types.ts';
import { BroadcastsCalls } from '../calls.ts';
import { SwitchboardConnectionError } from '../errors.ts';
import type { CallOptions } from '../transport.ts';

export class BroadcastsResource extends BroadcastsCalls {
  /** Sends at once, or at `scheduled_at`. With `dry_run` nothing is sent: the result says what it would do. */
  create(body: NewBroadcast & { dry_run: true }, options?: CallOptions): Promise<BroadcastPreview>;
  create(body: NewBroadcast, options?: CallOptions): Promise<Broadcast>;
  create(body: NewBroadcast, options?: CallOptions): Promise<Broadcast | BroadcastPreview> {
    return this.call('POST', '/broadcasts', { body, options });
  }

  /** Uploads a CSV file of recipients, whose first line names the columns. Its id is the `file_id` of a broadcast. */
  async upload(csv: string | Blob, options?: CallOptions): Promise<string> {
    const file = new Blob([csv]);
    const body: NewFile = { size_bytes: file.size };
    const { id, url, fields } = await this.call<FileUpload>('POST', '/broadcasts/files', { body, options });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    const response = await fetch(url, { method: 'POST', body: form, signal: options?.signal ?? null });
    if (!response.ok)
      throw new SwitchboardConnectionError(`The file was refused with ${response.status}. Upload it again.`);
    return id;
  }
}
