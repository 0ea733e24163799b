import type { AuditEntry } from '../../../functions/model/audit-entry.ts';
import { messages } from '../../messages/en.ts';
import styles from './entry-detail.module.css';

const texts = messages.auditLog.detail;

export const EntryDetail = ({ entry }: { entry: AuditEntry }) => (
  <dl className={styles.detail}>
    {entry.error && <Fact name={texts.error}>{entry.error.message}</Fact>}
    {entry.outcome === 'started' && <Fact name={texts.state}>{texts.started}</Fact>}
    <Fact name={texts.requestId} isMonospaced>
      {entry.request_id}
    </Fact>
    <Fact name={texts.address} isMonospaced>
      {entry.address}
    </Fact>
    <Fact name={texts.browser}>{entry.browser}</Fact>
    <Fact name={texts.entry} isMonospaced>
      {entry.id}
    </Fact>
  </dl>
);

const Fact = ({ name, children, isMonospaced }: { name: string; children: string | null; isMonospaced?: boolean }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children === null ? texts.unknown : isMonospaced ? <code>{children}</code> : children}</dd>
  </div>
);
