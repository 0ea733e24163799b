import { useState } from 'react';
import type { ApiKey } from '../../../functions/model/access/api-key.ts';
import { scopes as allScopes } from '../../../functions/model/access/scope.ts';
import { Chip, Chips } from '../../components/content/chip.tsx';
import { apiKeyTexts } from '../../texts/en/api-keys.ts';
import { MoreButton } from './more-button.tsx';

const shownMax = 2;
const texts = apiKeyTexts;

export const ScopeList = ({ apiKey: { name, scopes } }: { apiKey: ApiKey }) => {
  const [isExpanded, setExpanded] = useState(false);
  if (scopes.length === 0) return <Chip>{texts.noScopes}</Chip>;
  if (allScopes.every((scope) => scopes.includes(scope))) return <Chip>{texts.allScopes}</Chip>;
  const hidden = scopes.length - shownMax;
  return (
    <Chips>
      {(isExpanded ? scopes : scopes.slice(0, shownMax)).map((scope) => (
        <Chip key={scope}>{scope}</Chip>
      ))}
      {hidden > 0 && (
        <MoreButton
          hidden={hidden}
          label={isExpanded ? texts.fewerScopes(name) : texts.showScopes(hidden, name)}
          isExpanded={isExpanded}
          onChange={setExpanded}
        />
      )}
    </Chips>
  );
};
