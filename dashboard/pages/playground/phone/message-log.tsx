import { useEffect, useRef } from 'react';
import type { PhoneMessage } from '../../../../functions/model/playground/playground.ts';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import { Bubble } from './bubble.tsx';
import styles from './phone.module.css';

const texts = playgroundTexts.phone;

interface MessageLogProps {
  messages: readonly PhoneMessage[];
  name: string | undefined;
  mayManage: boolean;
}

/** Announces what arrives and keeps the newest message in view. */
export const MessageLog = ({ messages, name, mayManage }: MessageLogProps) => {
  const log = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [newest]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
    <div ref={log} role="log" tabIndex={0} aria-label={texts.log(name ?? texts.none)} className={styles.log}>
      {messages.length === 0 ? (
        <div className={styles.blank}>
          <p className={styles.blankTitle}>{name === undefined ? texts.none : texts.emptyTitle}</p>
          {name !== undefined && mayManage && <p>{texts.empty(name)}</p>}
        </div>
      ) : (
        <ol className={styles.messages}>
          {messages.map((message) => (
            <Bubble key={message.id} message={message} mayManage={mayManage} />
          ))}
        </ol>
      )}
    </div>
  );
};
