import { useState } from 'react';
import type { Connection, Tool } from '../../../functions/model/webhooks/integration.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../components/controls/button.tsx';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import { Form } from '../../components/controls/form.tsx';
import { toast } from '../../components/feedback/toast.ts';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import {
  EventsField,
  hasFault,
  UrlField,
  type WebhookInput,
  WebhookProblem,
} from '../../components/webhooks/webhook-fields.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';

const texts = en.integrations.edit;

export interface ConnectionDialogProps {
  tool: Tool;
  connection: Connection;
  onProblem: (problem: ApiProblem) => void;
  onClose: () => void;
}

export const EditDialog = ({ tool, connection, onProblem, onClose }: ConnectionDialogProps) => {
  const { id: workspaceId } = useWorkspace();
  const update = useOperation('updateIntegration', ['listIntegrations']);
  const [input, setInput] = useState<WebhookInput>(connection);
  const [isActive, setActive] = useState(connection.is_active);
  const [isChecked, setChecked] = useState(false);
  const fields = { value: input, onChange: setInput, isChecked };

  const submit = () => {
    setChecked(true);
    if (hasFault(input) || update.isPending) return;
    update.mutate(
      {
        params: { workspace_id: workspaceId, tool, id: connection.id },
        input: { url: input.url.trim(), events: [...input.events], is_active: isActive },
      },
      {
        onSuccess: () => {
          toast(texts.done);
          onClose();
        },
        onError: onProblem,
      },
    );
  };
  return (
    <Dialog title={texts.title(en.integrations.tools[tool])} onClose={update.isPending ? undefined : onClose}>
      <Form onSubmit={submit}>
        <UrlField {...fields} label={en.integrations.connect.url} autoFocus />
        <EventsField {...fields} label={en.integrations.connect.events} />
        <Checkbox isSelected={isActive} onChange={setActive}>
          {texts.active}
        </Checkbox>
        <WebhookProblem error={update.error} />
        <DialogActions>
          <Button onPress={onClose} isDisabled={update.isPending}>
            {en.integrations.connect.cancel}
          </Button>
          <Button variant="primary" type="submit" isPending={update.isPending}>
            {texts.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
