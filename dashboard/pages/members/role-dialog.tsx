import { useSession } from '../../app/session.tsx';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { messages } from '../../messages/en.ts';
import type { RoleChange } from './use-role-change.ts';

const texts = messages.members.role;

interface RoleDialogProps {
  change: RoleChange;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export const RoleDialog = ({ change: { member, role }, ...request }: RoleDialogProps) => {
  const isOwn = member.user_id === useSession().user.id;
  return (
    <Confirm
      title={isOwn ? texts.ownTitle(messages.roles[role]) : texts.ownerTitle(member.name)}
      action={isOwn ? texts.ownSubmit : texts.ownerSubmit}
      isDangerous={isOwn}
      error={null}
      {...request}
    >
      {isOwn ? texts.ownLead(messages.roles[member.role]) : texts.ownerLead(member.name)}
    </Confirm>
  );
};
