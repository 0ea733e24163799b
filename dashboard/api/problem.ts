import { en } from '../texts/en.ts';

interface ErrorBody {
  error?: { code?: unknown; message?: unknown };
}

/** Why a request failed, in words for the person who made it. */
export class ApiProblem extends Error {
  readonly code: string;
  /** 0 when there was no response. */
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(code: string, message: string, status: number, requestId?: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ApiProblem';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }

  /** The fault of this field of the form, or nothing if the fault is another one. */
  faultOf(field: string): string | undefined {
    const { name, fault } = this.#readFault();
    return name === field ? capitalize(fault) : undefined;
  }

  /** A person knows the label of a field, not its name in the API. */
  get plainMessage(): string {
    const { name, fault } = this.#readFault();
    return name === undefined ? this.message : `${capitalize(name.replaceAll(/[._]/g, ' '))} ${fault}`;
  }

  #readFault(): { name?: string | undefined; fault: string } {
    const [, name, fault = ''] = (this.status === 400 && /^"([\w.]+)" (.+)$/s.exec(this.message)) || [];
    return { name, fault };
  }

  /** The request had no effect, so the next one is a new request and not a retry. A channel may refuse it, too. */
  get wasRefused(): boolean {
    return (this.status >= 400 && this.status < 500) || this.code === 'platform_error';
  }
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const unreachable = (cause: unknown): ApiProblem =>
  new ApiProblem('unreachable', en.problem.unreachable, 0, undefined, cause);

/** Errors of our functions say what to do. Those of the gateway and the CDN in front of them do not. */
export const problemOf = (status: number, body: unknown, requestId: string | undefined): ApiProblem => {
  const { code, message } = (body as ErrorBody | undefined)?.error ?? {};
  return typeof code === 'string' && typeof message === 'string'
    ? new ApiProblem(code, message, status, requestId)
    : new ApiProblem('gateway', gatewayMessage(status), status, requestId);
};

const gatewayMessage = (status: number): string => {
  if (status === 429) return en.problem.throttled;
  if (status === 413) return en.problem.tooLarge;
  if (status === 403) return en.problem.blocked;
  return status >= 500 ? en.problem.unavailable : en.problem.unexpected;
};

export const toProblem = (error: unknown): ApiProblem =>
  error instanceof ApiProblem ? error : new ApiProblem('unexpected', en.problem.unexpected, 0, undefined, error);
