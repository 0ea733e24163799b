import type {
  Broadcast,
  BroadcastPreview,
  FileUpload,
  ListBroadcastRecipientsQuery,
  ListBroadcastsQuery,
  NewBroadcast,
  NewFile,
  Recipient,
} from '../api-types.ts';
import { SwitchboardConnectionError } from '../errors.ts';
import type { List } from '../list.ts';
import { idPath, Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class BroadcastsResource extends Resource {
  /** Newest first. */
  list(query?: ListBroadcastsQuery, options?: CallOptions): List<Broadcast> {
    return this.listOf('/broadcasts', query, options);
  }

  /** Sends at once, or at `scheduled_at`. With `dry_run` nothing is sent: the result says what it would do. */
  create(broadcast: NewBroadcast & { dry_run: true }, options?: CallOptions): Promise<BroadcastPreview>;
  create(broadcast: NewBroadcast, options?: CallOptions): Promise<Broadcast>;
  create(broadcast: NewBroadcast, options?: CallOptions): Promise<Broadcast | BroadcastPreview> {
    return this.call('POST', '/broadcasts', { body: broadcast, options });
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

  get(id: string, options?: CallOptions): Promise<Broadcast> {
    return this.call('GET', idPath('broadcasts', id), { options });
  }

  /** Messages that were sent stay sent. Canceling again changes nothing. */
  cancel(id: string, options?: CallOptions): Promise<Broadcast> {
    return this.call('POST', `${idPath('broadcasts', id)}/cancel`, { options });
  }

  /** Lists recipients in the order of the audience. */
  recipients(id: string, query?: ListBroadcastRecipientsQuery, options?: CallOptions): List<Recipient> {
    return this.listOf(`${idPath('broadcasts', id)}/recipients`, query, options);
  }
}
