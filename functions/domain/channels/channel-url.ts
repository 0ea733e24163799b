/** The operator may have entered the base URL with a trailing slash. */
export const channelUrl = (baseUrl: string, apiVersion: string, path: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/${apiVersion}/${path}`;
