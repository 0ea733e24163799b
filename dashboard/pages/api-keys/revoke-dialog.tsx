import type { ApiKey } from '../../../functions/model/access/api-key.ts';
import { useOperation } from '../../api/use-operation.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { ConfirmByName } from '../../components/overlays/confirm.tsx';
import { apiKeyTexts } from '../../texts/en/api-keys.ts';

const texts = apiKeyTexts.revoke;

export const RevokeDialog = ({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) => {
  const { id, name, last_used_at } = apiKey;
  const revoke = useOperation('revokeApiKey', ['listApiKeys'], { done: texts.done(name), onDone: onClose });
  return (
    <ConfirmByName
      title={texts.title(name)}
      name={name}
      action={texts.submit}
      error={revoke.error}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate({ params: { id } })}
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
