import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Mention } from '../../../functions/model/conversations/inbox.ts';
import type { Hint } from '../../../functions/model/hints/hint.ts';
import { call } from '../../api/call.ts';
import { isConnected, onConnect, onHints, useConnected } from '../../api/live/live.ts';
import { paced } from '../../api/live/pace.ts';
import { queryClient } from '../../api/query-client.ts';
import { showNotice } from '../../context/desktop-notices.ts';
import { usePreferences } from '../../context/preferences.ts';
import { useSession } from '../../context/session.ts';
import { contactName } from '../../texts/contact-name.ts';
import { inboxPartsTexts } from '../../texts/en/inbox-parts.ts';
import { type Known, newMentions, newsOf, withRead } from './news.ts';
import { inboxOf } from './store/inbox.ts';
import { messageWords } from './words/message-words.ts';

const texts = inboxPartsTexts.notice;

const soundEveryMs = 10_000;
const rowsMax = '100';
const spacingMsMax = 5_000;

/** Mounted on every page while sounds or desktop notices are on. Its read does not depend on the list on the screen. */
export const NewsWatch = ({ workspaceId }: { workspaceId: string }) => {
  const { user } = useSession();
  const preferences = usePreferences();
  const [, navigate] = useLocation();
  const known = useRef<Known>(undefined);
  const told = useRef<readonly Mention[]>(undefined);
  const lastSoundMs = useRef(0);
  const shown = useRef(new Map<string, ReturnType<typeof showNotice>>());
  const { data } = useQuery({
    queryKey: ['news', workspaceId],
    queryFn: async ({ signal }) => {
      const input = { view: 'due', limit: rowsMax } as const;
      const { data: page, meta } = await call('getInbox', { workspace_id: workspaceId }, input, { signal });
      const rows = [...page.waiting, ...page.answered];
      return { rows, mentions: page.mentions, isWhole: meta.next_cursor === null };
    },
    refetchInterval: () => (isConnected() ? 300_000 : document.visibilityState === 'visible' ? 10_000 : 30_000),
    refetchIntervalInBackground: true,
    refetchOnReconnect: 'always',
    retry: false,
    meta: { isAside: true },
  });
  useConnected();
  useEffect(() => {
    const read = paced(() => queryClient.refetchQueries({ queryKey: ['news', workspaceId] }), spacingMsMax);
    const hear = (hints: readonly Hint[]) => {
      if (hints.some(({ kind }) => kind === 'conversation' || kind === 'all')) read();
    };
    const stops = [onHints(hear), onConnect(read)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [workspaceId]);
  useEffect(() => {
    if (!data) return;
    const { rows, mentions, isWhole } = data;
    const inbox = inboxOf(workspaceId, user.id);
    const { noticesFor, sound, desktopNotices, showsText } = preferences;
    const options = {
      userId: user.id,
      isMineOnly: noticesFor === 'mine',
      isWhole,
      isTaken: inbox.isTaken,
    };
    const news = newsOf(known.current, rows, options);
    known.current = withRead(known.current, rows);
    for (const { id, assigned_agent_id } of rows) if (assigned_agent_id === user.id) inbox.takenSeen(id);
    const notices = [
      ...news.map(({ row, isAssignment }) => {
        const text = row.last_message && showsText ? messageWords(row.last_message) : texts.newMessage;
        const body = isAssignment ? texts.assigned : text;
        return { id: row.id, title: contactName(row.contact), body, conversationId: row.id, noteId: undefined };
      }),
      ...newMentions(told.current, mentions).map(({ note_id: id, conversation_id: conversationId, by }) => {
        return { id, title: texts.mentioned(by), body: '', conversationId, noteId: id };
      }),
    ];
    told.current = mentions;
    for (const { id, title, body, conversationId, noteId } of notices) {
      if (isOnScreen(conversationId)) continue;
      if (sound && Date.now() - lastSoundMs.current > soundEveryMs) {
        lastSoundMs.current = Date.now();
        beep();
      }
      const notice = desktopNotices ? showNotice(title, { body, tag: id }) : undefined;
      if (!notice) continue;
      notice.onclick = () => {
        window.focus();
        navigate(hrefOf(workspaceId, conversationId, noteId));
      };
      shown.current.set(id, notice);
    }
    const unopened = rows.filter(({ is_opened }) => !is_opened).map(({ id }) => id);
    const kept = new Set([...unopened, ...mentions.map(({ note_id }) => note_id), ...notices.map(({ id }) => id)]);
    for (const [id, notice] of shown.current) {
      if (kept.has(id)) continue;
      notice?.close();
      shown.current.delete(id);
    }
  }, [data, user.id, preferences, navigate, workspaceId]);
  return null;
};

const isInInbox = (): boolean => window.location.pathname.endsWith('/inbox');

const isOnScreen = (id: string): boolean =>
  isInInbox() && new URLSearchParams(window.location.search).get('c') === id && document.hasFocus();

/** Keeps the list that is on the screen. */
const hrefOf = (workspaceId: string, id: string, noteId?: string): string => {
  const search = new URLSearchParams(isInInbox() ? window.location.search : '');
  search.set('c', id);
  search.delete('m');
  if (noteId) search.set('m', noteId);
  return `/w/${workspaceId}/inbox?${search}`;
};

const beep = (): void => {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.06, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.35);
    tone.frequency.setValueAtTime(740, audio.currentTime);
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.35);
    tone.onended = () => void audio.close();
  } catch {
    // The title and the icon still show it.
  }
};
