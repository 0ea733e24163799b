import type { KeyRefusal } from '../../domain/access/authenticate.ts';
import type { Middleware, Request } from '../../http/middleware.ts';
import type { CallState } from '../../http/request.ts';
import type { KeyCaller, RateWindow } from '../../model/access/api-key.ts';

/** The write of a record that may still be under way. */
interface BegunRecord {
  id: string;
  status: number;
  written: Promise<void>;
}

interface ApiState extends CallState<KeyCaller> {
  rate?: RateWindow;
  refusal?: KeyRefusal;
  record?: BegunRecord;
}

export type ApiRequest = Request<ApiState>;

export type ApiMiddleware = Middleware<ApiState>;
