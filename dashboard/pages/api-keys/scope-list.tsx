import { useState } from 'react';
import type { ApiKey } from '../../../functions/model/api-key.ts';
import { scopes as allScopes } from '../../../functions/model/scope.ts';
import { Chip, Chips } from '../../components/content/chip.tsx';
import { messages } from '../../messages/en.ts';
import styles from './scope-list.module.css';

const shownMax = 2;
const texts = messages.apiKeys;

export const ScopeList = ({ apiKey: { name, scopes } }: { apiKey: ApiKey }) => {
  const [isExpanded, setExpanded] = useState(false);
  if (scopes.length === 0) return <Chip>{texts.noScopes}</Chip>;
  if (allScopes.every((scope) => scopes.includes(scope))) return <Chip>{texts.allScopes}</Chip>;
  const shown = isExpanded ? scopes : scopes.slice(0, shownMax);
  const hidden = scopes.length - shown.length;
  return (
    <Chips>
      {shown.map((scope) => (
        <Chip key={scope}>{scope}</Chip>
      ))}
      {hidden > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-label={texts.showScopes(hidden, name)}
          onClick={() => setExpanded(true)}
        >
          {texts.moreScopes(hidden)}
        </button>
      )}
    </Chips>
  );
};
