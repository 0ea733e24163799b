import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import FileText from 'lucide-react/icons/file-text';
import ImageIcon from 'lucide-react/icons/image';
import MapPin from 'lucide-react/icons/map-pin';
import Mic from 'lucide-react/icons/mic';
import type { PhoneMessage } from '../../../../functions/model/playground/playground.ts';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import { exactTime, shortTime } from '../../../texts/time.ts';
import styles from './phone.module.css';
import { ReceiptSelect } from './receipt-select.tsx';

const texts = playgroundTexts;
const icons = { image: ImageIcon, document: FileText, audio: Mic, location: MapPin } as const;

export const Bubble = ({ message, mayManage }: { message: PhoneMessage; mayManage: boolean }) => {
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
        {text && <p className={styles.text}>{text}</p>}
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
