import type { Session } from './session.ts';

/** What another tab of the site stores shows here as well. */
export const followTabs = ({ settings, store, outbox, reading, device, visitor, forget }: Session): void => {
  let wasKnown = visitor.isKnown();
  store.subscribe(() => (wasKnown ||= visitor.isKnown()));
  addEventListener('storage', ({ key, newValue }) => {
    const prefix = `switchboard.${settings.site}.`;
    if (key !== null && !key.startsWith(prefix)) return;
    if (wasKnown && !visitor.isKnown()) {
      wasKnown = false;
      return forget();
    }
    if (key === `${prefix}draft` && !document.hasFocus()) store.set({ draft: newValue ?? '' });
    store.set({ pending: outbox.all(), isLoud: device.get('sound') === 'on' });
    if (key === `${prefix}token`) reading.soon();
  });
  // A page that comes back from the browser's cache is as old as when it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && reading.soon());
  addEventListener('online', () => {
    void outbox.flush();
    reading.soon();
  });
  addEventListener('offline', () => store.set({ isOffline: true }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && (visitor.isKnown() || store.get().isOpen)) reading.soon();
  });
};
