import * as z from 'zod/mini';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** A wildcard stands before two labels at least, so none covers a whole top-level domain. */
const hostPattern = new RegExp(`^(?:\\*\\.${label}\\.${label}|${label})(?:\\.${label})*(?::[1-9]\\d{0,4})?$`);

/** At most what a host name may have. */
const hostCharactersMax = 253;

export const isSite = (text: string): boolean => text.length <= hostCharactersMax && hostPattern.test(text);

/** A host as in `shop.example`, `*.shop.example` or `localhost:4300`. */
export const allowedSite = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.refine(isSite, {
    error: 'must be a host without https:// and path, such as shop.example, *.shop.example or localhost:4300',
  }),
);

export const allowedSitesMax = 20;

const localHosts = ['localhost', '127.0.0.1'];

/** Only a page on the developer's own machine may do without https. A wildcard stands for one or more labels. */
export const isAllowedOrigin = (allowedSites: readonly string[], origin: string): boolean => {
  const url = URL.parse(origin);
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && localHosts.includes(url.hostname))))
    return false;
  return allowedSites.some((site) => (site.startsWith('*.') ? url.host.endsWith(site.slice(1)) : url.host === site));
};
