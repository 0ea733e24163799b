import { pageUrl } from './navigation.ts';

const charactersMax = 2_000;

/**
 * Accepts only a page of the dashboard, as path, query and fragment; anything else is the start page. The result is what a
 * browser makes of the text: `/.//evil.example` is `//evil.example`, which is another host.
 */
export const toReturnPath = (text: string | undefined): string => {
  if (text === undefined || text.length > charactersMax || !/^\/(?![/\\])/.test(text)) return '/';
  const url = URL.parse(text, pageUrl('/').href);
  if (url?.origin !== pageUrl('/').origin || /^\/(\/|auth\/|api\/)/.test(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
};
