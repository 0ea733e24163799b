import type { Device } from './device.ts';
import { newToken } from './random.ts';

/** Who this browser is for the site. Nothing is stored before the first message. */
export const createVisitor = (device: Device) => {
  let fresh = newToken();
  let isAccepted = false;
  return {
    token: (): string => device.get('token') ?? fresh,
    isKnown: (): boolean => device.get('token') !== undefined,
    /** The service knows the token, so it takes what only those it knows may do. */
    isAccepted: (): boolean => isAccepted,
    setAccepted: (given: boolean): void => {
      isAccepted = given;
    },
    begin: (): void => {
      if (device.get('token') === undefined) device.set('token', fresh);
    },
    /** The service does not know this token any more. What waits to be sent stays. */
    renew: (): void => {
      fresh = newToken();
      isAccepted = false;
      if (device.get('token') !== undefined) device.set('token', fresh);
    },
    forget: (): void => {
      device.clear();
      isAccepted = false;
      fresh = newToken();
    },
  };
};

export type Visitor = ReturnType<typeof createVisitor>;
