import { useQuery } from '@tanstack/react-query';
import { Card } from '../../components/content/card.tsx';
import { CodeBlock } from '../../components/content/code-block.tsx';
import { Tabs } from '../../components/content/tabs.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import styles from './webhooks.module.css';

const texts = webhookTexts.verify;

export const languages = ['node', 'python', 'php', 'go', 'ruby'] as const;

type Language = (typeof languages)[number];

/** The files are in examples/verify-signature. */
const fileNames: Record<Language, string> = {
  node: 'verify.mjs',
  python: 'verify.py',
  php: 'verify.php',
  go: 'verify.go',
  ruby: 'verify.rb',
};

interface VerifyCardProps {
  language: Language;
  onLanguage: (language: Language) => void;
}

/** Shows the files of examples/verify-signature, which tests run against real deliveries. */
export const VerifyCard = ({ language, onLanguage }: VerifyCardProps) => {
  const { data: code, isError } = useQuery({
    queryKey: ['verificationCode'],
    queryFn: async () => (await import('./verification-code.ts')).verificationCode,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card title={texts.title}>
      <div className={styles.content}>
        <p className={styles.verifyLead}>{texts.lead}</p>
        <Tabs
          label={texts.languages}
          tabs={languages.map((value) => ({ value, label: texts.names[value] }))}
          value={language}
          onChange={onLanguage}
        >
          {code ? (
            <CodeBlock label={fileNames[language]} code={code[language]} isScrollable />
          ) : isError ? (
            <p>{texts.loadFailed}</p>
          ) : (
            <SkeletonRows />
          )}
        </Tabs>
      </div>
    </Card>
  );
};
