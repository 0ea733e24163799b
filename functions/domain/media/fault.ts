import type { MediaFailure } from '../../model/media/media.ts';

/** Why an attempt to copy a file failed. A fault that is not final may be gone at the next attempt. */
export interface CopyFault {
  outcome: 'fault';
  failure: MediaFailure;
  isFinal: boolean;
  detail: string;
}

export const finalFault = (failure: MediaFailure, detail: string): CopyFault => ({
  outcome: 'fault',
  failure,
  isFinal: true,
  detail,
});

export const passingFault = (failure: MediaFailure, detail: string): CopyFault => ({
  outcome: 'fault',
  failure,
  isFinal: false,
  detail,
});
