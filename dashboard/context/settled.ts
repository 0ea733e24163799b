import { useEffect, useState } from 'react';

/** The text once it has stayed the same for so long, so that no request is made for what is still being typed. */
export const useSettled = (text: string, settledMs: number): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), settledMs);
    return () => window.clearTimeout(timer);
  }, [text, settledMs]);
  return settled;
};
