import { useState } from 'react';
import { apiKeyNameCharactersMax } from '../../../functions/model/access/api-key.ts';
import { networksMax, parseNetwork } from '../../../functions/model/access/network.ts';
import { scopes as allScopes, type Scope } from '../../../functions/model/access/scope.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { apiKeyTexts } from '../../texts/en/api-keys.ts';
import type { CreatedKey } from './created-dialog.tsx';
import { ScopeField } from './scope-field.tsx';

const texts = apiKeyTexts.create;

interface CreateDialogProps {
  onCreated: (key: CreatedKey) => void;
  onClose: () => void;
}

export const CreateDialog = ({ onCreated, onClose }: CreateDialogProps) => {
  const create = useOperation('createApiKey', ['listApiKeys'], { onDone: ({ data }) => onCreated(data) });
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['messages:send']);
  const [networkText, setNetworkText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const networks = networkText.split(/[\s,;]+/).filter((text) => text !== '');
  const fault = nameFault(name);
  const addressFault = networksFault(networks);

  const submit = () => {
    setChecked(true);
    if (fault || addressFault || create.isPending) return;
    const chosen = allScopes.filter((scope) => scopes.includes(scope));
    create.mutate({ input: { name: name.trim(), scopes: chosen, ...(networks.length > 0 ? { networks } : {}) } });
  };
  return (
    <Dialog title={texts.title} lead={texts.lead} onClose={create.isPending ? undefined : onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          error={isChecked ? fault : undefined}
          value={name}
          onChange={setName}
          isRequired
          autoFocus
          autoComplete="off"
        />
        <ScopeField value={scopes} onChange={setScopes} />
        <TextField
          label={texts.networks}
          hint={texts.networksHint}
          error={isChecked ? addressFault : undefined}
          value={networkText}
          onChange={setNetworkText}
          placeholder="203.0.113.0/24"
          isMultiline
          isMonospaced
          autoComplete="off"
          spellCheck="false"
        />
        {create.error && <Problem error={create.error} />}
        <DialogActions>
          <Button onPress={onClose} isDisabled={create.isPending}>
            {texts.cancel}
          </Button>
          <Button variant="primary" type="submit" isPending={create.isPending}>
            {texts.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};

const nameFault = (name: string): string | undefined => {
  const { length } = name.trim();
  if (length === 0) return texts.nameMissing;
  return length > apiKeyNameCharactersMax ? texts.nameTooLong(apiKeyNameCharactersMax, length) : undefined;
};

const networksFault = (networks: readonly string[]): string | undefined => {
  const unreadable = networks.find((text) => parseNetwork(text) === undefined);
  if (unreadable !== undefined) return texts.networkInvalid(unreadable);
  return networks.length > networksMax ? texts.networksTooMany(networksMax, networks.length) : undefined;
};
