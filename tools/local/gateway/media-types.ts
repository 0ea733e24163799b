/** Whether a media type, possibly with parameters, is one that the REST API lists as binary. */
export const isBinary = (mediaType: string, binaryMediaTypes: string[]): boolean => {
  const [bare = ''] = mediaType.toLowerCase().split(';');
  const [type] = bare.trim().split('/');
  return binaryMediaTypes.some((each) => each === '*/*' || each === `${type}/*` || each.toLowerCase() === bare.trim());
};
