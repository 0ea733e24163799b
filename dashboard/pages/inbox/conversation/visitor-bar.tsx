import { useEffect, useState } from 'react';
import { onHints } from '../../../api/live/live.ts';
import { useVisit } from '../../../api/visit.ts';
import { visitTexts as texts } from '../../../texts/en/visit.ts';
import styles from '../composer/composer.module.css';

/** The page says every few seconds that the visitor writes. What they write is not shown before it is sent. */
const writingMsMax = 8_000;

/** Whether a visitor of the web chat writes, or has left the page, so that an answer may wait. */
export const VisitorBar = ({ conversationId, name }: { conversationId: string; name: string }) => {
  const visit = useVisit(conversationId);
  const isWriting = useWriting(conversationId);
  const words = isWriting ? texts.writing(name) : visit?.state === 'left' ? texts.leftPage(name) : '';
  return (
    <div className={styles.presence} role="status" data-writing={isWriting || undefined}>
      {words}
    </div>
  );
};

const useWriting = (conversationId: string): boolean => {
  const [isWriting, setWriting] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const stop = onHints((hints) => {
      const last = hints.findLast((hint) => hint.kind === 'visitor' && hint.id === conversationId);
      if (last?.kind !== 'visitor') return;
      window.clearTimeout(timer);
      setWriting(last.state === 'writing');
      timer = window.setTimeout(() => setWriting(false), writingMsMax);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [conversationId]);
  return isWriting;
};
