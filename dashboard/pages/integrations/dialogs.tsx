import { useState } from 'react';
import type { Connection, Tool } from '../../../functions/model/webhooks/integration.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';
import {
  EventsField,
  hasFault,
  UrlField,
  type WebhookInput,
  WebhookProblem,
} from '../../components/webhooks/webhook-fields.tsx';
import { useDraft } from '../../context/draft.ts';
import { integrationTexts } from '../../texts/en/integrations.ts';
import { ConnectForm, type CreatedConnection } from './connect-form.tsx';

const texts = integrationTexts;

interface ConnectionOfTool {
  tool: Tool;
  connection: Connection;
}

interface IntegrationDialogsProps {
  connect: Tool | undefined;
  /** The tool has a connection already. */
  isAnother: boolean;
  edit: ConnectionOfTool | undefined;
  disconnect: ConnectionOfTool | undefined;
  createdSecret: string | undefined;
  onConnected: (tool: Tool, connection: CreatedConnection) => void;
  onProblem: (of: ConnectionOfTool, problem: ApiProblem) => void;
  onSaved: () => void;
  onTest: () => void;
  onClose: () => void;
}

export const IntegrationDialogs = ({
  connect,
  isAnother,
  edit,
  disconnect,
  createdSecret,
  ...on
}: IntegrationDialogsProps) => {
  const propsOf = (of: ConnectionOfTool) => ({
    ...of,
    onProblem: (problem: ApiProblem) => on.onProblem(of, problem),
    onClose: on.onClose,
  });
  return (
    <>
      {connect && createdSecret === undefined && (
        <Dialog title={texts.connect[isAnother ? 'anotherTitle' : 'title'](texts.tools[connect])} onClose={on.onClose}>
          <ConnectForm
            tool={connect}
            onConnected={(connection) => on.onConnected(connect, connection)}
            onCancel={on.onClose}
          />
        </Dialog>
      )}
      {edit && <EditDialog {...propsOf(edit)} />}
      {disconnect && <DisconnectDialog {...propsOf(disconnect)} />}
      {createdSecret !== undefined && (
        <SecretDialog
          title={texts.connected.title}
          lead={texts.connected.lead}
          secret={{ label: texts.connected.secret, value: createdSecret }}
          onSaved={on.onSaved}
          next={{ label: texts.connected.test, onPress: on.onTest }}
        >
          <p>{texts.connected.next}</p>
        </SecretDialog>
      )}
    </>
  );
};

interface ConnectionDialogProps extends ConnectionOfTool {
  onProblem: (problem: ApiProblem) => void;
  onClose: () => void;
}

const EditDialog = ({ tool, connection, onProblem, onClose }: ConnectionDialogProps) => {
  const update = useOperation('updateIntegration', ['listIntegrations'], { done: texts.edit.done, onDone: onClose });
  const [input, setInput] = useDraft<WebhookInput>('webhook', connection);
  const [isActive, setActive] = useDraft('active', connection.is_active);
  const [isChecked, setChecked] = useState(false);
  const fields = { value: input, onChange: setInput, isChecked };

  const submit = () => {
    setChecked(true);
    if (hasFault(input)) return;
    update.mutate(
      {
        params: { tool, id: connection.id },
        input: { url: input.url.trim(), events: [...input.events], is_active: isActive },
      },
      { onError: onProblem },
    );
  };
  return (
    <FormDialog
      title={texts.edit.title(texts.tools[tool])}
      action={texts.edit.submit}
      operation={update}
      problem={<WebhookProblem error={update.error} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <UrlField {...fields} problem={update.error} label={texts.connect.url} autoFocus />
      <EventsField {...fields} label={texts.connect.events} />
      <Checkbox isSelected={isActive} onChange={setActive}>
        {texts.edit.active}
      </Checkbox>
    </FormDialog>
  );
};

const DisconnectDialog = ({ tool, connection, onProblem, onClose }: ConnectionDialogProps) => {
  const disconnect = useOperation('disconnectIntegration', ['listIntegrations'], {
    done: texts.disconnect.done,
    onDone: onClose,
  });
  return (
    <Confirm
      title={texts.disconnect.title}
      action={texts.disconnect.submit}
      operation={disconnect}
      onConfirm={() => disconnect.mutate({ params: { tool, id: connection.id } }, { onError: onProblem })}
      onClose={onClose}
    >
      {texts.disconnect.lead(connection.url)}
    </Confirm>
  );
};
