import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { lazyComponent } from '../../components/lazy-component.ts';
import { en } from '../../texts/en.ts';

const Confirm = lazyComponent(() => import('../../components/overlays/confirm.tsx'), 'Confirm');

const atOnce = { isPending: false, error: null, cancel: () => undefined };

/** Asks before a link, a reload or closing the tab discards what was typed. */
export const LeaveGuard = ({ isDirty }: { isDirty: boolean }) => {
  const [, navigate] = useLocation();
  const [target, setTarget] = useState<string>();
  useEffect(() => {
    if (!isDirty) return;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
      if (!link || link.origin !== window.location.origin || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(`${link.pathname}${link.search}`);
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', onClick, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty]);
  if (target === undefined) return null;
  const props = { title: en.discard.title, action: en.discard.action, operation: atOnce };
  return (
    <Suspense>
      <Confirm {...props} onConfirm={() => navigate(target)} onClose={() => setTarget(undefined)}>
        {null}
      </Confirm>
    </Suspense>
  );
};
