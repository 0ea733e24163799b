import type { Ask, Outcome } from './api.ts';
import type { FileShelf } from './files.ts';
import type { Delivery, OutboxParts, Pending } from './outbox.ts';

interface Upload {
  id: string;
  url: string;
  fields: Record<string, string>;
}

const uploadMsMax = 120_000;
const tooMany = 429;
/** The service did not get to it, so another attempt may. */
const isPassing = (status: number): boolean => status === 408 || status === 409 || status >= 500;

/** Sends one message, with its file first. Whatever happens, sending it again is safe. */
export const createDeliver =
  (ask: Ask, shelf: FileShelf, onUnknown: () => void): OutboxParts['deliver'] =>
  async (message, change) => {
    let { upload_id } = message;
    if (message.file && !upload_id) {
      const uploaded = await upload(ask, shelf, message);
      if (typeof uploaded !== 'string') return uploaded;
      upload_id = uploaded;
      change({ upload_id });
    }
    const { id, text, reply_to_id, file, page, language, email } = message;
    const body = { id, text, reply_to_id, upload_id, filename: file?.name, page, language, email };
    const outcome = await ask({ method: 'POST', path: '/messages', body });
    if (outcome.ok) return { outcome: 'accepted' };
    if (outcome.status === 401) {
      onUnknown();
      return { outcome: 'failed' };
    }
    // The file is gone by then, so the next attempt uploads it again.
    if (upload_id && (outcome.status === 400 || outcome.status === 404)) {
      change({ upload_id: undefined });
      return { outcome: 'failed' };
    }
    return toDelivery(outcome);
  };

const toDelivery = (outcome: Extract<Outcome<unknown>, { ok: false }>): Delivery => {
  if (outcome.status === 0) return { outcome: 'offline' };
  if (outcome.status === tooMany || outcome.retryAfterMs)
    return { outcome: 'later', afterMs: outcome.retryAfterMs ?? 5_000 };
  return isPassing(outcome.status) ? { outcome: 'failed' } : { outcome: 'refused', reason: outcome.code };
};

const upload = async (ask: Ask, shelf: FileShelf, { id, file }: Pending): Promise<string | Delivery> => {
  const content = await shelf.find(id);
  if (!file || !content) return { outcome: 'refused', reason: 'file_lost' };
  const body = { filename: file.name, content_type: file.type, size: file.size };
  const made = await ask<Upload>({ method: 'POST', path: '/uploads', body });
  if (!made.ok) return toDelivery(made);
  const form = new FormData();
  for (const [name, value] of Object.entries(made.data.fields)) form.append(name, value);
  form.append('file', content);
  const signal = AbortSignal.timeout(uploadMsMax);
  const response = await fetch(made.data.url, { method: 'POST', body: form, signal }).catch(() => undefined);
  if (!response) return { outcome: 'offline' };
  return response.ok ? made.data.id : { outcome: 'failed' };
};
