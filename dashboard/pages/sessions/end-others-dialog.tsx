import { useOperation } from '../../api/use-operation.ts';
import { toast } from '../../components/feedback/toast.ts';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { sessionTexts } from '../../texts/en/sessions.ts';

const texts = sessionTexts.endOthers;

export const EndOthersDialog = ({ count, onClose }: { count: number; onClose: () => void }) => {
  const end = useOperation('endOtherSessions', ['listSessions']);
  const confirm = () =>
    end.mutate(
      { params: {} },
      {
        onSuccess: ({ data }) => {
          toast(texts.done(data.ended));
          onClose();
        },
      },
    );
  return (
    <Confirm
      title={texts.title(count)}
      action={texts.submit}
      error={end.error}
      isPending={end.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {texts.lead}
    </Confirm>
  );
};
