import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebChat } from '../../../functions/model/web-chat/settings.ts';
import { Card } from '../../components/content/card.tsx';
import { CodeBlock } from '../../components/content/code-block.tsx';
import content from '../../components/content/content.module.css';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Tabs } from '../../components/content/tabs.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { webChatTexts } from '../../texts/en/web-chat.ts';
import styles from './web-chat.module.css';

const texts = webChatTexts.install;

const tabs = ['all', 'customers'] as const;

interface InstallCardProps {
  chat: WebChat;
  mayManage: boolean;
  onSecret: () => void;
}

export const InstallCard = ({ chat, mayManage, onSecret }: InstallCardProps) => {
  const [tab, setTab] = useState<(typeof tabs)[number]>('all');
  return (
    <Card title={texts.title}>
      <Tabs
        label={texts.title}
        tabs={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
        value={tab}
        onChange={setTab}
      >
        <div className={styles.stack}>
          {tab === 'all' ? (
            <>
              <CodeBlock label={texts.snippet} code={toSnippet(chat)} />
              <p className={styles.hint}>{chat.position === 'inline' ? texts.hintInline : texts.hint}</p>
            </>
          ) : (
            <Customers chat={chat} mayManage={mayManage} onSecret={onSecret} />
          )}
        </div>
      </Tabs>
      <InstallState chat={chat} />
    </Card>
  );
};

const toSnippet = ({ chat_url, site_id }: WebChat): string =>
  `<script async src="${chat_url}/chat.js" data-site="${site_id}"></script>`;

const languages = ['node', 'python', 'php', 'ruby', 'go'] as const;

/** `identify` may be called before the script has loaded. */
const pageCode = `<script>
  window.Switchboard ??= function () { (Switchboard.q ??= []).push(arguments); };
  // Asked again before a token ends. An address of yours that answers with the token.
  Switchboard('identify', async () => (await fetch('/chat-token')).text());
</script>`;

const Customers = ({ chat, mayManage, onSecret }: InstallCardProps) => {
  const [language, setLanguage] = useState<(typeof languages)[number]>('node');
  const { data: code, isError } = useQuery({
    queryKey: ['identityCode'],
    queryFn: async () => (await import('./identity-code.ts')).identityCode,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <p className={styles.hint}>{texts.customers}</p>
      {mayManage && (
        <div className={content.row}>
          <Button size="small" onPress={onSecret}>
            {chat.has_secret ? texts.replaceSecret : texts.newSecret}
          </Button>
        </div>
      )}
      <Tabs
        label={texts.languages}
        tabs={languages.map((value) => ({ value, label: texts.names[value] }))}
        value={language}
        onChange={setLanguage}
      >
        {code ? (
          <CodeBlock label={texts.names[language]} code={code[language].trim()} isScrollable />
        ) : isError ? (
          <p>{texts.codeFailed}</p>
        ) : (
          <SkeletonRows />
        )}
      </Tabs>
      <CodeBlock label={texts.page} code={`${pageCode}\n${toSnippet(chat)}`} isScrollable />
    </>
  );
};

/** Screen readers hear that the website was seen. */
const InstallState = ({ chat: { is_active, allowed_sites, seen } }: { chat: WebChat }) => (
  <div role="status" className={styles.state}>
    {!is_active ? (
      <span className={styles.hint}>{texts.isOff}</span>
    ) : seen ? (
      <>
        <Badge tone="ok">{texts.seen}</Badge>
        <span>
          {texts.seenOn(URL.parse(seen.origin)?.host ?? seen.origin)} <RelativeTime at={seen.at} />
        </span>
      </>
    ) : allowed_sites.length === 0 ? (
      <>
        <span className={styles.pulse} aria-hidden="true" />
        <span>{texts.noSite}</span>
      </>
    ) : (
      <>
        <span className={styles.pulse} aria-hidden="true" />
        <span>{texts.waiting}</span>
        <span className={styles.hint}>{texts.waitingHint}</span>
      </>
    )}
  </div>
);
