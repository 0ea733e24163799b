import { useState } from 'react';
import { isSite } from '../../../functions/model/web-chat/allowed-sites.ts';
import type { WebChat } from '../../../functions/model/web-chat/settings.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Card } from '../../components/content/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { webChatTexts } from '../../texts/en/web-chat.ts';
import { toSite } from './draft.ts';
import styles from './web-chat.module.css';

const texts = webChatTexts;

/** The first step, which creates the site. */
export const StartCard = ({ chat, mayManage }: { chat: WebChat; mayManage: boolean }) => {
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const update = useOperation('updateWebChat', ['getWebChat'], { done: texts.isOn });
  const site = toSite(typed);
  const submit = () => {
    setChecked(true);
    if (isSite(site)) update.mutate({ input: { is_active: true, allowed_sites: [site] } });
  };
  if (chat.chat_url === null)
    return (
      <Notice tone="info" title={texts.noChat.title}>
        <p>{texts.noChat.advice}</p>
      </Notice>
    );
  return (
    <Card title={texts.start.title}>
      {mayManage ? (
        <Form onSubmit={submit} className={styles.stack}>
          <p className={styles.hint}>{texts.start.lead}</p>
          <div className={styles.start}>
            <TextField
              label={texts.start.site}
              hint={texts.start.siteHint}
              value={typed}
              error={isChecked && !isSite(site) ? texts.where.siteFault(typed) : undefined}
              onChange={setTyped}
              autoComplete="off"
              isRequired
            />
          </div>
          {update.error && <Problem error={update.error} />}
          <div>
            <Button type="submit" variant="primary" isPending={update.isPending}>
              {texts.start.submit}
            </Button>
          </div>
        </Form>
      ) : (
        <p className={styles.hint}>{texts.start.others}</p>
      )}
    </Card>
  );
};
