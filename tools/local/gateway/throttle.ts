export interface Throttle {
  requestsPerSecond: number;
  burstMax: number;
}

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
