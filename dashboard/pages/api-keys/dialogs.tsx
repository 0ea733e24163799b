import { useState } from 'react';
import { Group } from 'react-aria-components/Group';
import { type ApiKey, apiKeyNameCharactersMax } from '../../../functions/model/access/api-key.ts';
import { networksMax, parseNetwork } from '../../../functions/model/access/network.ts';
import { scopes as allScopes, type Scope } from '../../../functions/model/access/scope.ts';
import { toCurl } from '../../../functions/model/samples.ts';
import type { Output } from '../../api/call.ts';
import { useOperation } from '../../api/use-operation.ts';
import { CopyField } from '../../components/content/copy-field.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { CheckboxGroup } from '../../components/controls/checkbox.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { ConfirmByName } from '../../components/overlays/confirm.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';
import { useDraft } from '../../context/draft.ts';
import { useSession } from '../../context/session.ts';
import { apiKeyTexts, networkText } from '../../texts/en/api-keys.ts';
import styles from './api-keys.module.css';

const createTexts = apiKeyTexts.create;

interface CreateDialogProps {
  onCreated: (key: CreatedKey) => void;
  onClose: () => void;
}

export const CreateDialog = ({ onCreated, onClose }: CreateDialogProps) => {
  const create = useOperation('createApiKey', ['listApiKeys'], { onDone: ({ data }) => onCreated(data) });
  const [name, setName] = useDraft('name', '');
  const [scopes, setScopes] = useDraft<readonly Scope[]>('scopes', ['messages:send']);
  const [networkText, setNetworkText] = useDraft('networks', '');
  const [isChecked, setChecked] = useState(false);
  const networks = networkText.split(/[\s,;]+/).filter((text) => text !== '');
  const fault = nameFault(name);
  const addressFault = networksFault(networks);

  const submit = () => {
    setChecked(true);
    if (fault || addressFault) return;
    const chosen = allScopes.filter((scope) => scopes.includes(scope));
    create.mutate({ input: { name: name.trim(), scopes: chosen, ...(networks.length > 0 ? { networks } : {}) } });
  };
  return (
    <FormDialog
      title={createTexts.title}
      lead={createTexts.lead}
      action={createTexts.submit}
      operation={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={createTexts.name}
        hint={createTexts.nameHint}
        error={isChecked ? fault : undefined}
        value={name}
        onChange={setName}
        isRequired
        autoFocus
        autoComplete="off"
      />
      <ScopeField value={scopes} onChange={setScopes} />
      <TextField
        label={createTexts.networks}
        hint={createTexts.networksHint}
        error={isChecked ? addressFault : undefined}
        value={networkText}
        onChange={setNetworkText}
        placeholder="203.0.113.0/24"
        isMultiline
        isMonospaced
        autoComplete="off"
        spellCheck="false"
      />
    </FormDialog>
  );
};

const nameFault = (name: string): string | undefined => {
  const { length } = name.trim();
  if (length === 0) return createTexts.nameMissing;
  return length > apiKeyNameCharactersMax ? createTexts.nameTooLong(apiKeyNameCharactersMax, length) : undefined;
};

const networksFault = (networks: readonly string[]): string | undefined => {
  const unreadable = networks.find((text) => parseNetwork(text) === undefined);
  if (unreadable !== undefined) return createTexts.networkInvalid(unreadable);
  return networks.length > networksMax ? createTexts.networksTooMany(networksMax, networks.length) : undefined;
};

const presets: Record<keyof typeof createTexts.presetNames, readonly Scope[]> = {
  send: ['messages:send'],
  read: ['messages:read', 'contacts:read', 'conversations:read'],
  all: allScopes,
};

interface ScopeFieldProps {
  value: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
}

const ScopeField = ({ value, onChange }: ScopeFieldProps) => (
  <CheckboxGroup
    label={createTexts.scopes}
    value={[...value]}
    onChange={(chosen) => onChange(allScopes.filter((scope) => chosen.includes(scope)))}
    hint={value.length === 0 ? createTexts.noneHint : undefined}
    options={allScopes.map((scope) => ({
      value: scope,
      label: <code>{scope}</code>,
      hint: apiKeyTexts.scopeHints[scope],
    }))}
    aside={
      <Group className={styles.presets} aria-label={createTexts.presets}>
        {Object.entries(presets).map(([id, scopes]) => (
          <Button
            key={id}
            size="small"
            variant="ghost"
            aria-pressed={isSame(value, scopes)}
            onPress={() => onChange(scopes)}
          >
            {createTexts.presetNames[id as keyof typeof presets]}
          </Button>
        ))}
      </Group>
    }
  />
);

const isSame = (left: readonly Scope[], right: readonly Scope[]): boolean =>
  left.length === right.length && right.every((scope) => left.includes(scope));

const createdTexts = apiKeyTexts.created;

export type CreatedKey = Pick<Output<'createApiKey'>['data'], 'key' | 'networks'>;

const formatList = new Intl.ListFormat('en', { type: 'disjunction' });

export const CreatedDialog = ({ created, onSaved }: { created: CreatedKey; onSaved: () => void }) => {
  const { key, networks } = created;
  const { api_base_url } = useSession();
  return (
    <SecretDialog
      title={createdTexts.title}
      lead={createdTexts.lead}
      secret={{ label: createdTexts.key, value: key }}
      onSaved={onSaved}
    >
      <div className={styles.try}>
        <h3>{createdTexts.try}</h3>
        <CopyField
          label={createdTexts.curl}
          value={toCurl({ method: 'GET', baseUrl: api_base_url, path: '/me', key })}
          isMultiline
        />
        {networks && (
          <p className={styles.hint}>{createdTexts.tryFrom(formatList.format(networks.map(networkText)))}</p>
        )}
      </div>
    </SecretDialog>
  );
};

const revokeTexts = apiKeyTexts.revoke;

export const RevokeDialog = ({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) => {
  const { id, name, last_used_at } = apiKey;
  const revoke = useOperation('revokeApiKey', ['listApiKeys'], { done: revokeTexts.done(name), onDone: onClose });
  return (
    <ConfirmByName
      title={revokeTexts.title(name)}
      name={name}
      action={revokeTexts.submit}
      operation={revoke}
      onConfirm={() => revoke.mutate({ params: { id } })}
      onClose={onClose}
    >
      {revokeTexts.lead}
      {last_used_at && (
        <>
          {' '}
          {revokeTexts.lastUsed} <RelativeTime at={last_used_at} />.
        </>
      )}
    </ConfirmByName>
  );
};
