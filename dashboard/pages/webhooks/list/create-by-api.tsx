import { CodeBlock } from '../../../components/content/code-block.tsx';
import { useSession } from '../../../context/session.ts';
import { en } from '../../../texts/en.ts';
import styles from './create-by-api.module.css';

const texts = en.webhooks.byApi;

/** Below an empty list, for people who would rather write code. */
export const CreateByApi = () => {
  const { api_base_url } = useSession();
  return (
    <div className={styles.example}>
      <p className={styles.lead}>{texts.lead}</p>
      <CodeBlock label={texts.label} code={curlOf(api_base_url.replace(/\/$/, ''))} />
    </div>
  );
};

const curlOf = (baseUrl: string): string =>
  [
    `curl ${baseUrl}/webhooks`,
    '-H "Authorization: Bearer $API_KEY"',
    '-H "Content-Type: application/json"',
    `-d '{ "url": "https://example.com/hooks", "events": ["message.received"] }'`,
  ].join(' \\\n  ');
