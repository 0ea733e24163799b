import { Suspense, useState } from 'react';
import * as z from 'zod/mini';
import type { WebChat } from '../../../functions/model/web-chat/settings.ts';
import { useLive } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { PageHeader } from '../../components/content/page-header.tsx';
import { ActionBar } from '../../components/controls/action-bar.tsx';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { LeaveGuard } from '../../components/feedback/leave-guard.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { mediaQueries, useMedia } from '../../context/media.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { webChatTexts as texts } from '../../texts/en/web-chat.ts';
import { type Changes, isValid, toInput, withChange } from './draft.ts';
import { InstallCard } from './install-card.tsx';
import { Preview } from './preview.tsx';
import { SettingsGroups } from './settings-cards.tsx';
import { StartCard } from './start-card.tsx';
import styles from './web-chat.module.css';

const WebChatDialogs = lazyComponent(() => import('./dialogs.tsx'), 'WebChatDialogs');

const search = { dialog: z.optional(z.enum(['off', 'secret', 'preview'])) };

export const WebChatPage = () => {
  const mayManage = useMay('admin');
  // While it waits for the first visit, somebody has the website open in another tab.
  const query = useLive('getWebChat', {}, { everyMs: 5_000, isFinal: ({ data }) => !isWaiting(data) });
  const chat = query.data?.data;
  return (
    <>
      {chat?.site_id == null && <Header chat={chat} mayManage={mayManage} />}
      <Listing query={query} failed={texts.loadFailed} isEmpty={false} empty={null}>
        {chat?.site_id === null && <StartCard chat={chat} mayManage={mayManage} />}
        {/* What somebody else saves meanwhile shows at once, except for fields that are changed here. */}
        {chat?.site_id != null && <WebChatSettings chat={chat} mayManage={mayManage} />}
      </Listing>
    </>
  );
};

const isWaiting = ({ is_active, seen }: WebChat): boolean => is_active && seen === null;

interface HeaderProps {
  chat: WebChat | undefined;
  mayManage: boolean;
  onPreview?: () => void;
  onTurnOff?: () => void;
}

const Header = ({ chat, mayManage, onPreview, onTurnOff }: HeaderProps) => {
  const { id, name, role } = useWorkspace();
  const isPhone = useMedia(mediaQueries.phone);
  const update = useOperation('updateWebChat', ['getWebChat'], { done: texts.isOn });
  const actions = (
    <>
      {isPhone && onPreview && <Button onPress={onPreview}>{texts.preview}</Button>}
      {chat?.is_active && (
        <ButtonLink href={`${chat.chat_url}/test/${chat.site_id}`} isNewTab>
          {texts.testPage}
        </ButtonLink>
      )}
      {mayManage && chat?.is_active && <Button onPress={() => onTurnOff?.()}>{texts.turnOff}</Button>}
      {mayManage && chat && !chat.is_active && (
        <Button
          variant="primary"
          isPending={update.isPending}
          onPress={() => update.mutate({ input: { is_active: true } })}
        >
          {texts.turnOn}
        </Button>
      )}
    </>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        context={name}
        parent={{ label: texts.channels, href: `/w/${id}/settings/channels` }}
        lead={texts.lead}
        badge={chat?.site_id != null && <StateBadge chat={chat} />}
        actions={chat?.site_id != null && actions}
      />
      {!mayManage && chat && <RoleNote role={role} required="admin" action={texts.manage} />}
      {update.error && <Problem error={update.error} />}
    </>
  );
};

const StateBadge = ({ chat }: { chat: WebChat }) => {
  if (!chat.is_active) return <Badge tone="off">{texts.states.off}</Badge>;
  return isWaiting(chat) ? (
    <Badge tone="warn">{texts.states.waiting}</Badge>
  ) : (
    <Badge tone="ok">{texts.states.on}</Badge>
  );
};

const WebChatSettings = ({ chat, mayManage }: { chat: WebChat; mayManage: boolean }) => {
  const [{ dialog }, setSearch] = useSearch(search);
  const [changes, setChanges] = useState<Changes>({});
  const [shownSecret, setShownSecret] = useState<string>();
  const isPhone = useMedia(mediaQueries.phone);
  const draft = { ...chat, ...changes };
  const isDirty = Object.keys(changes).length > 0;
  const close = () => setSearch({ dialog: undefined }, { replace: true });
  const update = useOperation('updateWebChat', ['getWebChat'], { done: texts.save.done });
  const save = () => {
    if (isDirty && isValid(draft)) update.mutate({ input: toInput(changes) }, { onSuccess: () => setChanges({}) });
  };
  return (
    <>
      <Header
        chat={chat}
        mayManage={mayManage}
        onPreview={() => setSearch({ dialog: 'preview' })}
        onTurnOff={() => setSearch({ dialog: 'off' })}
      />
      <InstallCard chat={chat} mayManage={mayManage} onSecret={() => setSearch({ dialog: 'secret' })} />
      <Form onSubmit={save} className={styles.form}>
        <div className={styles.columns}>
          <fieldset disabled={!mayManage} className={styles.groupsField}>
            <SettingsGroups
              draft={draft}
              mayEdit={mayManage}
              onChange={(change) => setChanges((before) => withChange(chat, before, change))}
            />
          </fieldset>
          {!isPhone && <Preview draft={draft} />}
        </div>
        {update.error && <Problem error={update.error} />}
        {isDirty && (
          <ActionBar words={`${texts.save.notSaved} ${texts.save.when}`}>
            <Button onPress={() => setChanges({})}>{texts.save.discard}</Button>
            <Button type="submit" variant="primary" isPending={update.isPending}>
              {texts.save.submit}
            </Button>
          </ActionBar>
        )}
      </Form>
      <LeaveGuard isDirty={isDirty} />
      {(shownSecret ?? dialog) && (dialog === 'preview' || mayManage) && (
        <Suspense>
          <WebChatDialogs
            dialog={dialog}
            shownSecret={shownSecret}
            draft={draft}
            hasSecret={chat.has_secret}
            onSecret={(secret) => {
              close();
              setShownSecret(secret);
            }}
            onSaved={() => setShownSecret(undefined)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
};
