import type { Tool } from '../../../functions/model/webhooks/integration.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { en } from '../../texts/en.ts';
import { ConnectForm, type CreatedConnection } from './connect-form.tsx';

const texts = en.integrations;

interface ConnectDialogProps {
  tool: Tool;
  onConnected: (connection: CreatedConnection) => void;
  onClose: () => void;
}

export const ConnectDialog = ({ tool, onConnected, onClose }: ConnectDialogProps) => (
  <Dialog title={texts.connect.anotherTitle(texts.tools[tool])} onClose={onClose}>
    <ConnectForm
      tool={tool}
      onConnected={onConnected}
      aside={<Button onPress={onClose}>{texts.connect.cancel}</Button>}
    />
  </Dialog>
);
