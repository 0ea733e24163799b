import { attempt } from '../attempt.ts';
import type { PageInfo } from '../bridge.ts';

export const toPageInfo = (): PageInfo => ({
  title: document.title.replace(counted, ''),
  url: location.origin + location.pathname,
});

/** Runs when the page shows another address without loading. */
export const onNavigation = (run: () => void): void => {
  const navigation = Object(window).navigation as EventTarget | undefined;
  // The title follows the address.
  (navigation ?? window).addEventListener(navigation ? 'currententrychange' : 'popstate', () => setTimeout(run, 500));
};

const counted = /^\(\d+\) /;

export const showInTitle = (count: number): void => {
  const title = document.title.replace(counted, '');
  const next = count > 0 ? `(${count}) ${title}` : title;
  if (next !== document.title) document.title = next;
};

/** A word about this site that outlasts the page. Where the browser refuses storage, it is lost. */
export const note = (kind: 'localStorage' | 'sessionStorage', key: string) => ({
  has: (): boolean => attempt(() => window[kind].getItem(key) !== null) ?? false,
  set: (isSet: boolean): void =>
    void attempt(() => (isSet ? window[kind].setItem(key, '1') : window[kind].removeItem(key))),
});
