import { CopyField } from '../../components/content/copy-field.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { memberTexts } from '../../texts/en/members.ts';
import { invitationText } from './invitation-table.tsx';

const texts = memberTexts.invited;

/** The same text stays on the list of invitations. */
export const InvitedDialog = ({ email, onClose }: { email: string; onClose: () => void }) => (
  <Dialog title={texts.title(email)} lead={texts.lead} onClose={onClose}>
    <CopyField label={texts.text} value={invitationText(useWorkspace().name, email)} />
    <DialogActions>
      <Button variant="primary" onPress={onClose}>
        {texts.done}
      </Button>
    </DialogActions>
  </Dialog>
);
