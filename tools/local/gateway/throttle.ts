import type { Route } from './routes.ts';

export interface Throttle {
  requestsPerSecond: number;
  burstMax: number;
}

/** By method and path. `* /*` is the stage's, for every route without one of its own. */
export type Throttles = ReadonlyMap<string, Throttle>;

type AdmitsRequest = (route: Pick<Route, 'method' | 'path'>) => boolean;

export const createThrottles = (throttles: Throttles): AdmitsRequest => {
  const buckets = new Map([...throttles].map(([key, throttle]) => [key, createThrottle(throttle)]));
  return ({ method, path }) => {
    const admitsRequest = buckets.get(`${method} ${path}`) ?? buckets.get('* /*');
    return admitsRequest?.() ?? true;
  };
};

/** A token bucket, as API Gateway's. Returns whether a request may pass. */
export const createThrottle = (
  { requestsPerSecond, burstMax }: Throttle,
  nowMs = () => performance.now(),
): (() => boolean) => {
  let tokens = burstMax;
  let filledAtMs = nowMs();
  return () => {
    const passedMs = nowMs() - filledAtMs;
    filledAtMs += passedMs;
    tokens = Math.min(burstMax, tokens + (passedMs / 1000) * requestsPerSecond);
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};
