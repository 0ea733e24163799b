import { Group } from 'react-aria-components/Group';
import { scopes as allScopes, type Scope } from '../../../functions/model/access/scope.ts';
import { Button } from '../../components/controls/button.tsx';
import { CheckboxGroup } from '../../components/controls/checkbox.tsx';
import { apiKeyTexts } from '../../texts/en/api-keys.ts';
import styles from './scope-field.module.css';

const texts = apiKeyTexts.create;

const presets: Record<keyof typeof texts.presetNames, readonly Scope[]> = {
  send: ['messages:send'],
  read: ['messages:read', 'contacts:read', 'conversations:read'],
  all: allScopes,
};

interface ScopeFieldProps {
  value: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
}

export const ScopeField = ({ value, onChange }: ScopeFieldProps) => (
  <CheckboxGroup
    label={texts.scopes}
    value={[...value]}
    onChange={(chosen) => onChange(allScopes.filter((scope) => chosen.includes(scope)))}
    hint={value.length === 0 ? texts.noneHint : undefined}
    options={allScopes.map((scope) => ({
      value: scope,
      label: <code>{scope}</code>,
      hint: apiKeyTexts.scopeHints[scope],
    }))}
    aside={
      <Group className={styles.presets} aria-label={texts.presets}>
        {Object.entries(presets).map(([id, scopes]) => (
          <Button
            key={id}
            size="small"
            variant="ghost"
            aria-pressed={isSame(value, scopes)}
            onPress={() => onChange(scopes)}
          >
            {texts.presetNames[id as keyof typeof presets]}
          </Button>
        ))}
      </Group>
    }
  />
);

const isSame = (left: readonly Scope[], right: readonly Scope[]): boolean =>
  left.length === right.length && right.every((scope) => left.includes(scope));
