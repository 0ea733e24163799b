import { Confirm } from '../../components/overlays/confirm.tsx';
import { useSession } from '../../context/session.ts';
import { memberTexts } from '../../texts/en/members.ts';
import { en } from '../../texts/en.ts';
import type { RoleChange } from './use-role-change.ts';

const texts = memberTexts.role;

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
      title={isOwn ? texts.ownTitle(en.roles[role]) : texts.ownerTitle(member.name)}
      action={isOwn ? texts.ownSubmit : texts.ownerSubmit}
      isDangerous={isOwn}
      error={null}
      {...request}
    >
      {isOwn ? texts.ownLead(en.roles[member.role]) : texts.ownerLead(member.name)}
    </Confirm>
  );
};
