import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { firstNameOf } from '../words/names.ts';

const texts = inboxPartsTexts.discard;

interface DiscardDialogProps {
  contact: InboxConversation['contact'];
  onDiscard: () => void;
  onClose: () => void;
}

export const DiscardDialog = ({ contact, onDiscard, onClose }: DiscardDialogProps) => (
  <Dialog title={texts.title(firstNameOf(contact))} onClose={onClose} isAlert>
    <DialogActions>
      <Button autoFocus onPress={onClose}>
        {texts.keep}
      </Button>
      <Button
        variant="danger"
        onPress={() => {
          onClose();
          onDiscard();
        }}
      >
        {texts.discard}
      </Button>
    </DialogActions>
  </Dialog>
);
