import Plug from 'lucide-react/icons/plug';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import type { Connection, Integration } from '../../../functions/model/webhooks/integration.ts';
import { Card } from '../../components/content/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { en } from '../../texts/en.ts';
import { ConnectForm, type CreatedConnection } from './connect-form.tsx';
import { ConnectionItem } from './connection-item.tsx';
import styles from './tool-card.module.css';

const texts = en.integrations;

interface ToolCardProps {
  integration: Integration;
  mayManage: boolean;
  /** The address of a connection that turned out to be deleted. */
  goneUrl: string | undefined;
  onDismissGone: () => void;
  onConnected: (connection: CreatedConnection) => void;
  onConnectAnother: () => void;
  controls: (connection: Connection) => ReactNode;
}

export const ToolCard = ({ integration: { tool, connections }, mayManage, controls, ...props }: ToolCardProps) => (
  <Card
    title={texts.tools[tool]}
    isFlush
    actions={<Badge tone={connections.length > 0 ? 'ok' : 'off'}>{texts.summary(connections.length)}</Badge>}
  >
    {props.goneUrl !== undefined && (
      <div className={styles.section}>
        <Notice
          tone="warn"
          isAlert
          actions={
            <Button size="small" onPress={props.onDismissGone}>
              {texts.dismiss}
            </Button>
          }
        >
          <p>{texts.gone(props.goneUrl)}</p>
        </Notice>
      </div>
    )}
    <ul>
      {connections.map((connection) => (
        <ConnectionItem key={connection.id} connection={connection}>
          {controls(connection)}
        </ConnectionItem>
      ))}
    </ul>
    {connections.length === 0 && !mayManage && (
      <Empty icon={Plug} title={texts.summary(0)}>
        {texts.notConnectedReadOnly}
      </Empty>
    )}
    {mayManage && (
      <div className={styles.section}>
        {connections.length === 0 ? (
          <ConnectForm tool={tool} onConnected={props.onConnected} />
        ) : (
          <Button size="small" variant="ghost" onPress={props.onConnectAnother}>
            <Plus aria-hidden="true" />
            {texts.connect.another}
            <span className="visually-hidden">{texts.tools[tool]}</span>
          </Button>
        )}
      </div>
    )}
  </Card>
);
