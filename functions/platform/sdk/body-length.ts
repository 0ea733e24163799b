/** This leaves out the SDK's case for files, which loads Node's file streams. */
export const calculateBodyLength = (body: string | Uint8Array | undefined): number => {
  if (!body) return 0;
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.byteLength;
  throw new Error('Bundles send only strings and bytes to AWS: see functions/platform/sdk/body-length.ts.');
};
