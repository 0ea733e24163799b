import { Readable } from 'node:stream';
import type { Upload } from '../../../functions/model/media/upload.ts';
import { putObject } from '../../../functions/platform/bucket.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { call } from '../client.ts';

/** Uploads the text as a customer does, and returns the id of the file and the bucket's status. */
export const uploadFile = async (
  key: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<{ fileId: string; status: number }> => {
  const body = { size_bytes: Buffer.byteLength(content) };
  const { json } = await call<{ data: Upload }>('POST', '/broadcasts/files', { key, body });
  const form = new FormData();
  for (const [name, value] of Object.entries(json.data.fields)) form.append(name, value);
  form.append('file', new Blob([content]));
  const { status } = await fetch(json.data.url, { method: 'POST', body: form });
  return { fileId: json.data.id, status };
};

const putFile = (key: string, content: string | Uint8Array): Promise<void> =>
  putObject({
    key,
    body: Readable.from([Buffer.from(content)]),
    contentType: 'text/csv',
    contentDisposition: 'attachment',
  });

/** Puts a file where the form of a customer leads; returns its id. */
export const putUploadedFile = async (workspaceId: string, content: string | Uint8Array): Promise<string> => {
  const fileId = newId();
  await putFile(`uploads/${workspaceId}/audiences/${fileId}`, content);
  return fileId;
};

/** The file of a broadcast that is stored without a request. */
export const putTakenFile = ({ workspace_id, id }: { workspace_id: string; id: string }, text: string): Promise<void> =>
  putFile(`audiences/${workspace_id}/${id}`, text);
