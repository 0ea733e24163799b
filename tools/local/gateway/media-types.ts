/** Whether a media type, possibly with parameters, is one that the REST API lists as binary. */
export const isBinaryMediaType = (mediaType: string, binaryMediaTypes: string[]): boolean => {
  const [bare = ''] = mediaType.toLowerCase().split(';');
  const [type] = bare.trim().split('/');
  return binaryMediaTypes.some(
    (binaryType) => binaryType === '*/*' || binaryType === `${type}/*` || binaryType.toLowerCase() === bare.trim(),
  );
};
