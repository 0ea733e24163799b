import { useEffect, useMemo, useRef } from 'react';
import type { InboxConversation } from '../../../functions/model/conversations/inbox.ts';
import { showNotice } from '../../context/desktop-notices.ts';
import { usePreferences } from '../../context/preferences.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { inboxTexts as texts } from '../../texts/en/inbox.ts';
import type { InboxPage } from './cache.ts';
import { messageWords } from './list/rows.ts';
import { newsOf } from './news.ts';

const soundEveryMs = 10_000;

interface NoticeOptions {
  page: InboxPage | undefined;
  openId: string | undefined;
  due: number | undefined;
  onOpen: (id: string) => void;
}

/** The tab's title and icon show the waiting count. Sounds and desktop notices follow the person's preferences. */
export const useNotices = ({ page, openId, due = 0, onOpen }: NoticeOptions): void => {
  const { name } = useWorkspace();
  const { user } = useSession();
  const preferences = usePreferences();
  const rows = useMemo(() => [...(page?.waiting ?? []), ...(page?.answered ?? [])], [page]);
  const before = useRef<readonly InboxConversation[]>(undefined);
  const lastSoundMs = useRef(0);
  const shown = useRef(new Map<string, ReturnType<typeof showNotice>>());
  useEffect(() => {
    document.title = [due > 0 ? `(${due}) ${texts.title}` : texts.title, name, 'Switchboard'].join(' · ');
    showIcon(due > 0);
    void (due > 0 ? navigator.setAppBadge?.(due) : navigator.clearAppBadge?.())?.catch(() => undefined);
  }, [due, name]);
  useEffect(() => () => showIcon(false), []);
  useEffect(() => {
    const isOnScreen = (id: string) => id === openId && document.hasFocus();
    const news = newsOf(before.current, rows, { userId: user.id, isMineOnly: preferences.noticesFor === 'mine' });
    before.current = rows;
    for (const { row, isAssignment } of news.filter((one) => !isOnScreen(one.row.id))) {
      if (preferences.sound && Date.now() - lastSoundMs.current > soundEveryMs) {
        lastSoundMs.current = Date.now();
        beep();
      }
      if (!preferences.desktopNotices) continue;
      const text = row.last_message && preferences.showsText ? messageWords(row.last_message) : texts.notice.newMessage;
      const body = isAssignment ? texts.notice.assigned : text;
      const notice = showNotice(contactName(row.contact), { body, tag: row.id });
      if (!notice) continue;
      notice.onclick = () => {
        window.focus();
        onOpen(row.id);
      };
      shown.current.set(row.id, notice);
    }
    for (const { id, is_opened: isOpened } of rows) if (isOpened) shown.current.get(id)?.close();
  }, [rows, openId, user.id, preferences, onOpen]);
};

const plainIcon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute('href') ?? '';

/** The dot is drawn onto our own icon, because the content security policy allows no other images. */
const showIcon = (hasDot: boolean): void => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  if (!hasDot) {
    link.href = plainIcon;
    return;
  }
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 64;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.drawImage(image, 0, 0, 64, 64);
    context.fillStyle = 'crimson';
    context.beginPath();
    context.arc(50, 14, 14, 0, 2 * Math.PI);
    context.fill();
    link.href = canvas.toDataURL();
  };
  image.src = plainIcon;
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
