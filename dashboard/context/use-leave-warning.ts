import { useEffect } from 'react';

/** Holds the person on the page: Back stays here, and the browser asks before it reloads or closes the tab. */
export const useLeaveWarning = (): void => {
  useEffect(() => {
    const hold = () => window.history.pushState(window.history.state, '', window.location.href);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    hold();
    window.addEventListener('popstate', hold);
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('popstate', hold);
      window.removeEventListener('beforeunload', ask);
      window.history.back();
    };
  }, []);
};
