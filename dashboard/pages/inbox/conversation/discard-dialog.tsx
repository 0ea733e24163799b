import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';

const texts = inboxTexts.discard;

interface DiscardDialogProps {
  name: string;
  onDiscard: () => void;
  onClose: () => void;
}

export const DiscardDialog = ({ name, onDiscard, onClose }: DiscardDialogProps) => (
  <Dialog title={texts.title(name)} onClose={onClose} isAlert>
    <DialogActions>
      <Button autoFocus onPress={onClose}>
        {texts.keep}
      </Button>
      <Button variant="danger" onPress={onDiscard}>
        {texts.discard}
      </Button>
    </DialogActions>
  </Dialog>
);
