import { Link } from 'wouter';
import type { ListedApiKey } from '../../../functions/model/access/api-key.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { keyRequestsPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { requestTexts } from '../../texts/en/requests.ts';
import styles from './still-in-use.module.css';

const texts = requestTexts.stillInUse;

/** Revoked and expired keys that are still in use. */
export const StillInUse = ({ apiKeys }: { apiKeys: readonly ListedApiKey[] }) => {
  const workspace = useWorkspace();
  const inUse = apiKeys.filter(({ state, refused_calls }) => state !== 'active' && refused_calls > 0);
  if (inUse.length === 0) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="warn" title={texts.title(inUse.length)}>
        <ul className={styles.keys}>
          {inUse.map(({ id, name, state, refused_calls }) => (
            <li key={id}>
              {state === 'expired' ? texts.expired(name, refused_calls) : texts.revoked(name, refused_calls)}{' '}
              <Link href={keyRequestsPath(workspace.id, id)} aria-label={texts.showLabel(name)}>
                {texts.show}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
};
