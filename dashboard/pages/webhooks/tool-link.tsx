import Plug from 'lucide-react/icons/plug';
import { Link } from 'wouter';
import type { Provider } from '../../../functions/model/webhooks/webhook.ts';
import { integrationsPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import styles from './tool-link.module.css';

/** A connection of an automation tool is a webhook, which Integrations manages. */
export const ToolLink = ({ provider }: { provider: Provider }) => {
  const { id } = useWorkspace();
  if (provider === 'api') return null;
  return (
    <Link href={integrationsPath(id)} className={styles.link}>
      <Plug aria-hidden="true" />
      {en.webhooks.tool(en.integrations.tools[provider])}
    </Link>
  );
};
