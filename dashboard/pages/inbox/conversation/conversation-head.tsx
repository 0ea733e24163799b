import AlarmClock from 'lucide-react/icons/alarm-clock';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Ellipsis from 'lucide-react/icons/ellipsis';
import PanelRight from 'lucide-react/icons/panel-right';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { memo, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import type { Member } from '../../../../functions/model/members/member.ts';
import { useTeams } from '../../../api/teams.ts';
import { Avatar } from '../../../components/content/avatar.tsx';
import { Kbd } from '../../../components/content/kbd.tsx';
import { useNow } from '../../../components/content/relative-time.tsx';
import { Button, IconButton } from '../../../components/controls/button.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { MenuButton } from '../../../components/overlays/menu-button.tsx';
import { mediaQueries, useMedia } from '../../../context/media.ts';
import { contactsPath } from '../../../context/paths.ts';
import { useSession } from '../../../context/session.ts';
import { toast } from '../../../context/toast.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { contactName } from '../../../texts/contact-name.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { usePhoneFormat } from '../../../texts/phone.ts';
import { addressOf } from '../words/names.ts';
import { snoozeSign, snoozeWords } from '../words/snooze-words.ts';
import styles from './conversation.module.css';

const SnoozeMenu = lazyComponent(() => import('../snooze/snooze-menu.tsx'), 'SnoozeMenu');

const texts = inboxTexts.head;

interface ConversationHeadProps {
  conversation: InboxConversation;
  members: readonly Member[];
  onBack: () => void;
  onAssign: (userId: string | null) => void;
  onAssignTeam: (teamId: string | null, name: string) => void;
  onClose: () => void;
  onWait: () => void;
  onSnooze: (until: string | null) => void;
  onMarkWaiting: () => void;
  onMarkNotOpened: () => void;
  onFind: () => void;
  onPanel: () => void;
  isPanelShown: boolean;
}

/** On a phone, the time alone has room. */
const SnoozeSign = ({ sign, until }: { sign: string; until: string | null }) => {
  const nowMs = useNow();
  if (until === null) return <strong>{sign}</strong>;
  return (
    <>
      <span className="visually-hidden">{sign}</span>
      <strong aria-hidden="true">
        <AlarmClock size={12} /> {snoozeWords(Date.parse(until), nowMs)}
      </strong>
    </>
  );
};

/** Memoized, as the conversation below it. */
export const ConversationHead = memo(({ conversation, members, ...on }: ConversationHeadProps) => {
  usePhoneFormat();
  const { user } = useSession();
  const { contact, channel, status } = conversation;
  const name = contactName(contact);
  const address = addressOf(contact);
  const snooze = (
    <>
      <AlarmClock aria-hidden="true" />
      <span className={styles.extra}>{inboxTexts.snooze.label}</span>
    </>
  );
  const sign = snoozeSign(conversation, useNow());
  const isClosed = status === 'closed';
  const isPhone = useMedia(mediaQueries.phone);
  const { id: workspaceId } = useWorkspace();
  const [, navigate] = useLocation();
  const assignees = useAssignees({ conversation, members, onAssign: on.onAssign });
  const [isNear, setNear] = useState(false);
  const teams = useTeams(isNear || conversation.team_id !== null);
  const team = teams.find(({ id }) => id === conversation.team_id);
  return (
    <header className={styles.head}>
      <span className={styles.back}>
        <IconButton icon={ArrowLeft} label={inboxTexts.thread.back} onPress={on.onBack} />
      </span>
      <Avatar name={name} id={contact.id} kind="person" size={36} channel={channel} />
      <div className={styles.identity}>
        <h2 title={name} className="clipped">
          <bdi>{name}</bdi>
        </h2>
        <p className="clipped">
          {team && (
            <>
              <bdi>{team.name}</bdi> ·{' '}
            </>
          )}
          {sign ? (
            <SnoozeSign sign={sign} until={isPhone ? conversation.snoozed_until : null} />
          ) : (
            inboxTexts.channels[channel]
          )}
          {address && address !== name && (
            <span className={styles.address}>
              {' '}
              · <bdi dir="ltr">{address}</bdi>
            </span>
          )}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only reads ahead. */}
      <span className={styles.assignee} onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
        <MenuButton
          look="small"
          label={assignees.label}
          placement="bottom end"
          search={{ label: texts.search, empty: inboxTexts.composer.noMembers }}
          sections={[
            assignees.section,
            ...(teams.length === 0
              ? []
              : [
                  {
                    id: 'teams',
                    title: texts.team,
                    selected: team?.id ?? 'no team',
                    entries: [
                      ...teams.map(({ id, name }) => ({ id, label: name, onAction: () => on.onAssignTeam(id, name) })),
                      { id: 'no team', label: texts.noTeam, onAction: () => on.onAssignTeam(null, '') },
                    ],
                  },
                ]),
          ]}
        >
          <span className="clipped">{assignees.shown.split(' ')[0]}</span>
          <ChevronDown aria-hidden="true" />
        </MenuButton>
      </span>
      <Suspense
        fallback={
          <Button size="small" aria-label={inboxTexts.snooze.label} onPress={() => openSnoozeMenu()}>
            {snooze}
          </Button>
        }
      >
        <SnoozeMenu onSnooze={on.onSnooze} onWait={on.onWait} isSnoozed={conversation.snoozed_until !== null}>
          {snooze}
        </SnoozeMenu>
      </Suspense>
      <Button size="small" aria-keyshortcuts="e" onPress={on.onClose}>
        {isClosed ? <RotateCcw aria-hidden="true" /> : <Check aria-hidden="true" />}
        <span className={isPhone ? 'visually-hidden' : ''}>{isClosed ? texts.reopen : texts.close}</span>
        <span className={styles.extra}>
          <Kbd keys="e" />
        </span>
      </Button>
      <MenuButton
        label={texts.menu}
        placement="bottom end"
        sections={[
          {
            id: 'actions',
            entries: [
              ...(isPhone ? [{ id: 'assign', label: assignees.label, keys: 'a', onAction: openAssigneeMenu }] : []),
              { id: 'me', label: texts.assignToMe, keys: 'm', onAction: () => on.onAssign(user.id) },
              { id: 'unopened', label: texts.notOpened, keys: 'u', onAction: on.onMarkNotOpened },
              { id: 'waiting', label: texts.waiting, onAction: on.onMarkWaiting },
              { id: 'pending', label: inboxTexts.views.waiting, keys: 'w', onAction: on.onWait },
              { id: 'find', label: texts.find, keys: 'mod+f', onAction: on.onFind },
              { id: 'link', label: inboxTexts.thread.copyLink, onAction: copyLink },
              {
                id: 'contact',
                label: texts.openContact,
                onAction: () => navigate(contactsPath(workspaceId, conversation.contact_id)),
              },
              { id: 'panel', label: texts.panel, keys: 'i', onAction: on.onPanel },
            ],
          },
        ]}
      >
        <Ellipsis aria-hidden="true" />
      </MenuButton>
      <span className={styles.extra}>
        <IconButton
          icon={PanelRight}
          label={texts.panel}
          aria-keyshortcuts="i"
          aria-expanded={on.isPanelShown}
          onPress={on.onPanel}
        />
      </span>
    </header>
  );
});

const copyLink = () =>
  void navigator.clipboard.writeText(window.location.href).then(() => toast(inboxTexts.done.linkCopied));

type AssigneesProps = Pick<ConversationHeadProps, 'conversation' | 'members' | 'onAssign'>;

/** Lists the person, then "Nobody", then colleagues by name. */
const useAssignees = ({ conversation, members, onAssign }: AssigneesProps) => {
  const { user } = useSession();
  const { assigned_agent_id: assigned, presence } = conversation;
  const others = members.filter(({ user_id }) => user_id !== user.id);
  const known = members.find(({ user_id }) => user_id === assigned)?.name ?? inboxTexts.former;
  const shown = assigned === null ? texts.assign : assigned === user.id ? inboxTexts.you : known;
  const looks = (id: string) => presence.some(({ user_id }) => user_id === id);
  return {
    shown,
    label: assigned === null ? texts.assign : texts.assignee(shown),
    section: {
      id: 'members',
      selected: assigned ?? 'unassigned',
      entries: [
        { id: user.id, label: inboxTexts.you, keys: 'm', onAction: () => onAssign(user.id) },
        { id: 'unassigned', label: inboxTexts.nobody, onAction: () => onAssign(null) },
        ...others
          .toSorted((one, other) => one.name.localeCompare(other.name))
          .map(({ user_id, name }) => ({
            id: user_id,
            label: looks(user_id) ? `${name} · ${texts.lookingNow}` : name,
            onAction: () => onAssign(user_id),
          })),
      ],
    },
  };
};

const loadingMs = 5_000;
const againMs = 100;

/** `Z` opens that of the selected conversations, or that of the open one, as soon as its code has arrived. */
export const openSnoozeMenu = (leftMs = loadingMs): void =>
  void window.setTimeout(() => {
    const button = document.querySelector<HTMLElement>('[data-snooze] button');
    if (button) button.click();
    else if (leftMs > 0) openSnoozeMenu(leftMs - againMs);
  }, againMs);

/** `A` opens the menu of members, and so does an entry of the other menu, once that is closed. */
export const openAssigneeMenu = (): void =>
  void window.setTimeout(() => document.querySelector<HTMLElement>(`.${styles.assignee} button`)?.click());
