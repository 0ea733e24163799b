import type { Member } from '../../../functions/model/members/member.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { memberTexts } from '../../texts/en/members.ts';

const texts = memberTexts.remove;

interface RemoveDialogProps {
  member: Member;
  onRemoved: () => void;
  onClose: () => void;
}

export const RemoveDialog = ({ member: { user_id, name }, onRemoved, onClose }: RemoveDialogProps) => {
  const { id: workspaceId } = useWorkspace();
  const remove = useOperation('removeMember', ['listMembers']);
  return (
    <Confirm
      title={texts.title(name)}
      action={texts.submit}
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { workspace_id: workspaceId, user_id } }, { onSuccess: onRemoved })}
      onClose={onClose}
    >
      {texts.lead(name)}
    </Confirm>
  );
};
