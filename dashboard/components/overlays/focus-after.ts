import { useEffect, useRef } from 'react';
import { focusHeading } from '../content/page-header.tsx';

/** React Aria gives the focus back to the opener within a few frames. */
const restoredAfterMs = 100;

/** When the dialog closes and its opener is gone, or about to go, the focus moves to the heading of the page. */
export const useFocusAfter = (openerGoes: boolean): void => {
  const opener = useRef(openerGoes);
  opener.current = openerGoes;
  useEffect(
    () => () => {
      window.setTimeout(() => {
        if (opener.current || document.activeElement === document.body) focusHeading();
      }, restoredAfterMs);
    },
    [],
  );
};
