import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';

const texts = inboxPartsTexts.discard;

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
