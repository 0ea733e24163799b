import { useOperation } from '../../api/use-operation.ts';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { sessionTexts } from '../../texts/en/sessions.ts';

const texts = sessionTexts.endOthers;

export const EndOthersDialog = ({ count, onClose }: { count: number; onClose: () => void }) => {
  const end = useOperation('endOtherSessions', ['listSessions'], {
    done: ({ data }) => texts.done(data.ended),
    onDone: onClose,
  });
  return (
    <Confirm
      title={texts.title(count)}
      action={texts.submit}
      operation={end}
      onConfirm={() => end.mutate({})}
      onClose={onClose}
    >
      {texts.lead}
    </Confirm>
  );
};
