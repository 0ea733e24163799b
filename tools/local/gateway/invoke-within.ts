import { type HostedFunction, payloadBytesMax } from '../lambda/function-host.ts';
import type { Outcome } from '../lambda/function-messages.ts';

/** Invokes a function as a gateway does, which gives up before the function may have ended. */
export const invokeWithin = async (
  hosted: HostedFunction,
  event: unknown,
  limitMs: number,
): Promise<Outcome | 'too large' | 'timeout'> => {
  const payload = JSON.stringify(event);
  if (Buffer.byteLength(payload) > payloadBytesMax) return 'too large';
  const limit = Promise.withResolvers<'timeout'>();
  const timer = setTimeout(() => limit.resolve('timeout'), limitMs);
  return Promise.race([hosted.invoke(payload), limit.promise]).finally(() => clearTimeout(timer));
};
