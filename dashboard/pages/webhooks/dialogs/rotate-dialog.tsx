import { type FormEvent, useState } from 'react';
import type { RotatedSecret } from '../../../../functions/model/webhooks/webhook.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { Button } from '../../../components/controls/button.tsx';
import { RadioGroup } from '../../../components/controls/radio-group.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx';
import { useWorkspace } from '../../../context/workspace.tsx';
import { en } from '../../../texts/en.ts';
import { webhookReads } from '../webhook-reads.ts';
import type { WebhookDialogProps } from './webhook-dialog-props.ts';

const texts = en.webhooks.rotate;
const overlaps = ['24', '1', '0'] as const;

interface RotateDialogProps extends WebhookDialogProps {
  onRotated: (rotated: RotatedSecret) => void;
}

export const RotateDialog = ({ webhook, onRotated, onClose }: RotateDialogProps) => {
  const workspace = useWorkspace();
  const rotate = useOperation('rotateWebhookSecret', webhookReads);
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rotate.isPending) return;
    rotate.mutate(
      { params: { workspace_id: workspace.id, id: webhook.id }, input: { overlap_hours: Number(overlap) } },
      { onSuccess: ({ data }) => onRotated(data) },
    );
  };
  return (
    <Dialog title={texts.title} lead={texts.lead} onClose={rotate.isPending ? undefined : onClose}>
      <form onSubmit={submit}>
        <RadioGroup
          label={texts.overlap}
          value={overlap}
          onChange={setOverlap}
          options={overlaps.map((value) => ({ value, ...texts.options[value] }))}
        />
        {rotate.error && <Problem error={rotate.error} />}
        <DialogActions>
          <Button onPress={onClose} isDisabled={rotate.isPending}>
            {en.confirm.cancel}
          </Button>
          <Button variant="primary" type="submit" isPending={rotate.isPending}>
            {texts.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
