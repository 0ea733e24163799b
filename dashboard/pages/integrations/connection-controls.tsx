import Send from 'lucide-react/icons/send';
import type { Connection } from '../../../functions/model/webhooks/integration.ts';
import { Button } from '../../components/controls/button.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { en } from '../../texts/en.ts';
import styles from './tool-card.module.css';

const texts = en.integrations;

interface ConnectionControlsProps {
  connection: Connection;
  status: { isTesting: boolean; isTurningOn: boolean; error: unknown };
  onTest: () => void;
  onTurnOn: () => void;
  onEdit: () => void;
  onDisconnect: () => void;
}

export const ConnectionControls = ({ connection: { url, is_active }, status, ...on }: ConnectionControlsProps) => (
  <>
    <div className={styles.controls}>
      {is_active ? (
        <Button size="small" aria-label={texts.test.label(url)} onPress={on.onTest} isPending={status.isTesting}>
          <Send aria-hidden="true" />
          {texts.test.action}
        </Button>
      ) : (
        <Button
          size="small"
          variant="primary"
          aria-label={texts.turnOn.label(url)}
          onPress={on.onTurnOn}
          isPending={status.isTurningOn}
        >
          {texts.turnOn.action}
        </Button>
      )}
      <Button size="small" aria-label={texts.edit.label(url)} onPress={on.onEdit}>
        {texts.edit.action}
      </Button>
      <Button size="small" variant="danger-ghost" aria-label={texts.disconnect.label(url)} onPress={on.onDisconnect}>
        {texts.disconnect.action}
      </Button>
    </div>
    {status.error !== null && <Problem error={status.error} />}
  </>
);
