import type { ApiKey } from '../../../functions/model/access/api-key.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useWorkspace } from '../../app/workspace.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { toast } from '../../components/feedback/toast.ts';
import { ConfirmByName } from '../../components/overlays/confirm-by-name.tsx';
import { messages } from '../../messages/en.ts';

const texts = messages.apiKeys.revoke;

export const RevokeDialog = ({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) => {
  const { id: workspaceId } = useWorkspace();
  const revoke = useOperation('revokeApiKey', ['listApiKeys']);
  const { id, name, last_used_at } = apiKey;
  const confirm = () =>
    revoke.mutate(
      { params: { workspace_id: workspaceId, id } },
      {
        onSuccess: () => {
          toast(texts.done(name));
          onClose();
        },
      },
    );
  return (
    <ConfirmByName
      title={texts.title(name)}
      name={name}
      action={texts.submit}
      error={revoke.error}
      isPending={revoke.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {texts.lead}
      {last_used_at && (
        <>
          {' '}
          {texts.lastUsed} <RelativeTime at={last_used_at} />.
        </>
      )}
    </ConfirmByName>
  );
};
