import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { en } from '../../texts/en.ts';
import { lazyComponent } from '../lazy-component.ts';

const Confirm = lazyComponent(() => import('../overlays/confirm.tsx'), 'Confirm');

const atOnce = { isPending: false, error: null, cancel: () => undefined };

/** Asks before a link, a key, Back, a reload or closing the tab discards what was typed. */
export const LeaveGuard = ({ isDirty }: { isDirty: boolean }) => {
  const [, navigate] = useLocation();
  const [leave, setLeave] = useState<() => void>();
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isDirty) return;
    // Older browsers have no such events, and ask before a reload only.
    const { navigation } = window as Partial<Pick<Window, 'navigation'>>;
    const onNavigate = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination } = event;
      const isLeft = navigationType === 'push' || navigationType === 'traverse';
      const { pathname, search } = new URL(destination.url);
      // A dialog of the shell changes the address, too.
      const isHere = pathname === window.location.pathname;
      if (isLeaving.current || isHere || !isLeft || !cancelable || !destination.sameDocument) return;
      event.preventDefault();
      const { key } = destination;
      setLeave(
        () => () => (navigationType === 'push' ? navigate(`${pathname}${search}`) : void navigation?.traverseTo(key)),
      );
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    navigation?.addEventListener('navigate', onNavigate);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      navigation?.removeEventListener('navigate', onNavigate);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty, navigate]);
  if (!leave) return null;
  const props = { title: en.discard.title, action: en.discard.action, operation: atOnce };
  const confirm = () => {
    isLeaving.current = true;
    leave();
  };
  return (
    <Suspense>
      <Confirm {...props} onConfirm={confirm} onClose={() => setLeave(undefined)}>
        {null}
      </Confirm>
    </Suspense>
  );
};
