export type Outcome<Data> =
  | { ok: true; data: Data; nextCursor: string | null }
  /** Without a status, no answer came. */
  | { ok: false; status: number; code: string; message: string; retryAfterMs: number | undefined };

const answerMsMax = 15_000;

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** It must leave although the page does. */
  isLast?: boolean;
}

export type Ask = <Data>(call: Call) => Promise<Outcome<Data>>;

export const createApi =
  (site: string, getToken: () => string): Ask =>
  async <Data>({ method, path, body, isLast }: Call) => {
    try {
      const response = await fetch(`/api/sites/${site}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${getToken()}`,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        keepalive: isLast ?? false,
        signal: AbortSignal.timeout(answerMsMax),
      });
      const answer = Object(await response.json().catch(() => undefined));
      if (response.ok) return { ok: true, data: answer.data as Data, nextCursor: answer.next_cursor ?? null };
      return { ok: false, status: response.status, retryAfterMs: readRetryAfter(response), ...readError(answer) };
    } catch {
      return { ok: false, status: 0, code: 'no_answer', message: '', retryAfterMs: undefined };
    }
  };

const readError = ({ error }: { error?: unknown }) => {
  const { code, message } = Object(error);
  return { code: String(code ?? ''), message: String(message ?? '') };
};

const readRetryAfter = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 300) * 1_000 : undefined;
};
