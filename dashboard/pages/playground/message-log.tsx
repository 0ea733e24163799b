import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import FileText from 'lucide-react/icons/file-text';
import ImageIcon from 'lucide-react/icons/image';
import MapPin from 'lucide-react/icons/map-pin';
import Mic from 'lucide-react/icons/mic';
import { useEffect, useRef } from 'react';
import type { PhoneMessage } from '../../../functions/model/playground/playground.ts';
import type { Input } from '../../api/call.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Select } from '../../components/controls/select.tsx';
import { toast } from '../../context/toast.ts';
import { playgroundTexts } from '../../texts/en/playground.ts';
import { exactTime, shortTime } from '../../texts/time.ts';
import styles from './phone.module.css';

const texts = playgroundTexts;

interface MessageLogProps {
  messages: readonly PhoneMessage[];
  name: string | undefined;
  mayManage: boolean;
}

/** Announces new messages and keeps the newest message in view. */
export const MessageLog = ({ messages, name, mayManage }: MessageLogProps) => {
  const log = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [newest]);
  const label = texts.phone.log(name ?? texts.phone.none);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
    <div ref={log} role="log" tabIndex={0} aria-label={label} className={styles.log}>
      {messages.length === 0 ? (
        <div className={styles.blank}>
          <p className={styles.blankTitle}>{name === undefined ? texts.phone.none : texts.phone.emptyTitle}</p>
          {name !== undefined && mayManage && <p>{texts.phone.empty(name)}</p>}
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

const icons = { image: ImageIcon, document: FileText, audio: Mic, location: MapPin } as const;

const Bubble = ({ message, mayManage }: { message: PhoneMessage; mayManage: boolean }) => {
  const { id, from, type, text, at, status, error_code } = message;
  const atMs = Date.parse(at);
  const Icon = icons[type as keyof typeof icons];
  const isPlain = type === 'text' || type === 'template';
  const kind = texts.types[type] ?? type;
  return (
    <li className={styles.item} data-from={from}>
      <div className={styles.bubble} data-failed={status === 'failed' || undefined}>
        <span className="visually-hidden">{from === 'customer' ? texts.phone.you : texts.phone.business}: </span>
        {!isPlain && (
          <span className={styles.kind}>
            {Icon && <Icon aria-hidden="true" />}
            {kind}
          </span>
        )}
        {text && (
          <p dir="auto" className={styles.text}>
            {text}
          </p>
        )}
        <span className={styles.foot}>
          <time dateTime={at} title={exactTime(atMs)}>
            {shortTime(atMs)}
          </time>
          {status && <Ticks status={status} errorCode={error_code} />}
        </span>
      </div>
      {from === 'business' && mayManage && <ReceiptSelect messageId={id} text={text ?? kind} />}
    </li>
  );
};

const Ticks = ({ status, errorCode }: { status: NonNullable<PhoneMessage['status']>; errorCode: number | null }) => {
  const Icon = status === 'failed' ? CircleAlert : status === 'delivered' || status === 'read' ? CheckCheck : Check;
  return (
    <span className={styles.ticks} data-status={status}>
      <Icon aria-hidden="true" />
      {status === 'failed' ? texts.phone.failed(errorCode) : texts.phone.statuses[status]}
    </span>
  );
};

const labelCharactersMax = 40;

/** A choice takes effect at once, and a further receipt can follow. */
const ReceiptSelect = ({ messageId, text }: { messageId: string; text: string }) => {
  const report = useOperation('reportReceipt', ['getPlayground']);
  const choose = (choice: string) => {
    if (choice === '') return;
    const [status, code] = choice.split('.');
    report.mutate(
      {
        params: { message_id: messageId },
        input: { status, ...(code ? { error_code: Number(code) } : {}) } as Input<'reportReceipt'>,
      },
      { onError: ({ message }) => toast(`${texts.phone.reportFailed} ${message}`) },
    );
  };
  return (
    <div className={styles.quiet}>
      <Select
        label={texts.phone.reportLabel(text.slice(0, labelCharactersMax))}
        isLabelHidden
        value=""
        options={[
          { value: '', label: texts.phone.report },
          ...Object.entries(texts.phone.receipts).map(([value, label]) => ({ value, label })),
        ]}
        onChange={choose}
      />
    </div>
  );
};
