import type { Middleware, Request } from '../../http/middleware.ts';
import type { CallState } from '../../http/request.ts';
import type { KeyCaller, RateWindow } from '../../model/api-key.ts';

interface ApiState extends CallState<KeyCaller> {
  rate?: RateWindow;
}

export type ApiRequest = Request<ApiState>;

export type ApiMiddleware = Middleware<ApiState>;
