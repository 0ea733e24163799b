import { Link } from 'wouter';
import type { RequestRecord } from '../../../functions/model/access/request-record.ts';
import { CopyButton } from '../../components/content/copy-field.tsx';
import { Detail, Details } from '../../components/content/details.tsx';
import { apiKeysPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { requestTexts } from '../../texts/en/requests.ts';
import { curlOf } from './curl.ts';
import styles from './request-detail.module.css';

const texts = requestTexts.detail;

export const RequestDetail = ({ request }: { request: RequestRecord }) => {
  const { api_base_url } = useSession();
  const { id } = useWorkspace();
  const { request_id, address, key, refused_calls } = request;
  const curl = curlOf(api_base_url, request);
  return (
    <Details>
      {refused_calls !== null && <Detail name={texts.meaning}>{texts.refused}</Detail>}
      <Detail name={texts.requestId}>
        <span className={styles.copied}>
          <code>{request_id}</code>
          <CopyButton label={texts.requestId} value={request_id} />
        </span>
      </Detail>
      <Detail name={texts.key}>
        <Link href={apiKeysPath(id)}>{key.name}</Link>
      </Detail>
      <Detail name={texts.address} isMonospaced>
        {address}
      </Detail>
      <Detail name={texts.asCurl}>
        <span className={styles.curl}>
          <code className={styles.command}>{curl}</code>
          <span className={styles.copied}>
            <CopyButton label={texts.curl} value={curl} />
            <span className={styles.note}>{texts.curlNote}</span>
          </span>
        </span>
      </Detail>
    </Details>
  );
};
