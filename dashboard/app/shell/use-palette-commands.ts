import { useState } from 'react';
import { useLocation } from 'wouter';
import { hasRole, type Role } from '../../../functions/model/members/member.ts';
import { toProblem } from '../../api/problem.ts';
import { signOut } from '../../api/sign-in.ts';
import { appearances, setAppearance } from '../../context/appearance.ts';
import { workspacesPath } from '../../context/paths.ts';
import { useExists } from '../../context/session.ts';
import { activeShortcuts } from '../../context/shortcuts.ts';
import { toastProblem } from '../../context/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { paletteTexts as texts } from '../../texts/en/palette.ts';
import { en } from '../../texts/en.ts';
import { linkedPages } from '../pages.ts';
import type { PaletteEntry, PaletteSection } from './palette-entries.ts';
import type { ShellDialog } from './shell-keys.ts';

interface Place {
  /** Below the workspace. */
  path: string;
  /** The least role that can do it, or do something there. */
  role: Role;
}

const subpages: Record<'teams' | 'hours' | 'webChat' | 'feeds' | 'failed', Place> = {
  teams: { path: 'routing/teams', role: 'agent' },
  hours: { path: 'routing/hours', role: 'agent' },
  webChat: { path: 'settings/channels/web-chat', role: 'admin' },
  feeds: { path: 'events', role: 'admin' },
  failed: { path: 'messages?show=failed', role: 'agent' },
};

const acts: Record<Exclude<keyof typeof texts.acts, 'preferences' | 'shortcuts' | 'signOut'>, Place> = {
  contact: { path: 'contacts?dialog=add', role: 'agent' },
  import: { path: 'contacts/import', role: 'admin' },
  segment: { path: 'segments/new', role: 'admin' },
  broadcast: { path: 'broadcasts/new', role: 'admin' },
  reply: { path: 'settings/saved-replies?dialog=create', role: 'agent' },
  key: { path: 'settings/api-keys?dialog=create', role: 'admin' },
  webhook: { path: 'webhooks?dialog=create', role: 'admin' },
  feed: { path: 'events?dialog=feed', role: 'admin' },
  member: { path: 'settings/members?dialog=invite', role: 'admin' },
  team: { path: 'routing/teams?dialog=create', role: 'admin' },
  workspace: { path: 'settings/workspace?dialog=edit', role: 'owner' },
};

/** Actions and pages, which need no request: those of the current page come first. */
export const usePaletteCommands = (onOpen: (dialog: ShellDialog) => void): PaletteSection[] => {
  const { id, role } = useWorkspace();
  const [, navigate] = useLocation();
  const exists = useExists();
  const [groups] = useState(activeShortcuts);
  const placesOf = <Name extends string>(
    places: Record<Name, Place>,
    words: Record<Name, { label: string; words: string }>,
  ): PaletteEntry[] =>
    (Object.keys(places) as Name[])
      .filter((name) => hasRole(role, places[name].role))
      .map((name) => ({ id: name, ...words[name], run: () => navigate(`/w/${id}/${places[name].path}`) }));
  const pages = linkedPages(role, exists).map(({ path, label, goKey }) => ({
    id: path,
    label,
    words: texts.pageWords[path],
    keys: goKey && `g ${goKey}`,
    run: () => navigate(`/w/${id}/${path}`),
  }));
  const { sessions, workspaces, guides, reference } = texts.subpages;
  const elsewhere = [
    { id: 'sessions', ...sessions, run: () => navigate('/you/sessions') },
    { id: 'workspaces', ...workspaces, run: () => navigate(workspacesPath) },
    { id: 'guides', ...guides, run: () => window.location.assign('/reference/guides.html') },
    { id: 'reference', ...reference, run: () => window.location.assign('/reference') },
  ];
  const { preferences, shortcuts, signOut: leave } = texts.acts;
  const own = [
    ...appearances.map((choice) => ({
      id: choice,
      label: texts.appearance(en.shell.appearances[choice]),
      words: texts.appearanceWords,
      run: () => setAppearance(choice),
    })),
    { id: 'preferences', ...preferences, run: () => onOpen('preferences') },
    { id: 'shortcuts', ...shortcuts, keys: '?', run: () => onOpen('keys') },
    {
      id: 'sign-out',
      ...leave,
      run: () => void signOut().catch((error: unknown) => toastProblem(toProblem(error).message)),
    },
  ];
  return [
    ...groups.slice(0, -1).map(({ title, shortcuts: listed }) => ({
      title,
      entries: listed.flatMap(({ keys, label, run, isHidden }) =>
        run && !isHidden ? [{ id: `${title} ${keys}`, label, keys, run }] : [],
      ),
    })),
    { title: texts.pages, entries: [...pages, ...placesOf(subpages, texts.subpages), ...elsewhere] },
    { title: texts.actions, entries: [...placesOf(acts, texts.acts), ...own] },
  ];
};
