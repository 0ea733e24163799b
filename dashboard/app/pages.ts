import type { LucideIcon } from 'lucide-react';
import Activity from 'lucide-react/icons/activity';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import BookUser from 'lucide-react/icons/book-user';
import Building2 from 'lucide-react/icons/building-2';
import ChartColumn from 'lucide-react/icons/chart-column';
import ChartLine from 'lucide-react/icons/chart-line';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Group from 'lucide-react/icons/group';
import Inbox from 'lucide-react/icons/inbox';
import KeyRound from 'lucide-react/icons/key-round';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Mail from 'lucide-react/icons/mail';
import Megaphone from 'lucide-react/icons/megaphone';
import MessageSquareQuote from 'lucide-react/icons/message-square-quote';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import Plug from 'lucide-react/icons/plug';
import Radio from 'lucide-react/icons/radio';
import ScrollText from 'lucide-react/icons/scroll-text';
import Split from 'lucide-react/icons/split';
import Users from 'lucide-react/icons/users';
import Webhook from 'lucide-react/icons/webhook';
import type { ComponentType } from 'react';
import { hasRole, type Role } from '../../functions/model/members/member.ts';
import { signInPage } from '../api/request.ts';
import { lazily } from '../components/lazy-component.ts';
import { workspacesPath } from '../context/paths.ts';
import { en } from '../texts/en.ts';
import { BroadcastsBadge, InboxBadge, WebhooksBadge } from './shell/badges.tsx';

export interface PageEntry {
  path: string;
  Page: ComponentType;
  /** Loads the page's chunk before it is opened. */
  preload: () => unknown;
}

/** `fill`: the page has the whole window beside a rail, and its panes scroll instead of the window. */
type Layout = 'page' | 'fill';

interface LinkedPage extends PageEntry {
  label: string;
  icon: LucideIcon;
}

export interface GuardedPage extends PageEntry {
  label: string;
  /** The least role that sees the link and the page. */
  role: Role;
  /** The page exists only if the session says that there is a playground. */
  isLocal?: true;
}

export interface WorkspacePageEntry extends LinkedPage, GuardedPage {
  group: 'work' | 'developers' | 'settings';
  layout?: Layout;
  /** The least role that can do something on the page. Others get there by its address, and see it. */
  linkRole?: Role;
  /** Counts beside the link. */
  Badge?: ComponentType;
  /** Opens the page after "g". */
  goKey?: string;
}

const page = (path: string, load: () => Promise<ComponentType>): PageEntry => {
  const { Lazy: Page, preload } = lazily(load);
  return { path, Page, preload };
};

/** Pages of a workspace, below /w/<id>/, in the order of the navigation. */
export const workspacePages: readonly WorkspacePageEntry[] = [
  {
    ...page('overview', async () => (await import('../pages/overview/overview-page.tsx')).OverviewPage),
    label: en.nav.overview,
    icon: LayoutDashboard,
    group: 'work',
    role: 'agent',
    goKey: 'o',
  },
  {
    ...page('inbox', async () => (await import('../pages/inbox/inbox-page.tsx')).InboxPage),
    label: en.nav.inbox,
    icon: Inbox,
    group: 'work',
    role: 'agent',
    layout: 'fill',
    Badge: InboxBadge,
    goKey: 'i',
  },
  {
    ...page('contacts', async () => (await import('../pages/contacts/contacts-page.tsx')).ContactsPage),
    label: en.nav.contacts,
    icon: BookUser,
    group: 'work',
    role: 'agent',
    goKey: 'c',
  },
  {
    ...page('segments', async () => (await import('../pages/segments/segments-page.tsx')).SegmentsPage),
    label: en.nav.segments,
    icon: Group,
    group: 'work',
    role: 'agent',
    goKey: 's',
  },
  {
    ...page('broadcasts', async () => (await import('../pages/broadcasts/broadcasts-page.tsx')).BroadcastsPage),
    label: en.nav.broadcasts,
    icon: Megaphone,
    group: 'work',
    role: 'agent',
    Badge: BroadcastsBadge,
    goKey: 'b',
  },
  {
    ...page('messages', async () => (await import('../pages/messages/messages-page.tsx')).MessagesPage),
    label: en.nav.messages,
    icon: Mail,
    group: 'work',
    role: 'agent',
    goKey: 'm',
  },
  {
    ...page('reports', async () => (await import('../pages/reports/reports-page.tsx')).ReportsPage),
    label: en.nav.reports,
    icon: ChartLine,
    group: 'work',
    role: 'agent',
    goKey: 'r',
  },
  {
    ...page('settings/api-keys', async () => (await import('../pages/api-keys/api-keys-page.tsx')).ApiKeysPage),
    label: en.nav.apiKeys,
    icon: KeyRound,
    group: 'developers',
    role: 'agent',
    linkRole: 'admin',
    goKey: 'k',
  },
  {
    ...page('webhooks', async () => (await import('../pages/webhooks/webhooks-page.tsx')).WebhooksPage),
    label: en.nav.webhooks,
    icon: Webhook,
    group: 'developers',
    role: 'agent',
    linkRole: 'admin',
    Badge: WebhooksBadge,
    goKey: 'w',
  },
  {
    ...page('events', async () => (await import('../pages/events/events-page.tsx')).EventsPage),
    label: en.nav.events,
    icon: Activity,
    group: 'developers',
    role: 'agent',
    linkRole: 'admin',
    goKey: 'e',
  },
  {
    ...page('requests', async () => (await import('../pages/requests/requests-page.tsx')).RequestsPage),
    label: en.nav.requests,
    icon: ArrowLeftRight,
    group: 'developers',
    role: 'agent',
    linkRole: 'admin',
  },
  {
    ...page('playground', async () => (await import('../pages/playground/playground-page.tsx')).PlaygroundPage),
    label: en.nav.playground,
    icon: FlaskConical,
    group: 'developers',
    role: 'agent',
    linkRole: 'admin',
    isLocal: true,
  },
  {
    ...page(
      'settings/integrations',
      async () => (await import('../pages/integrations/integrations-page.tsx')).IntegrationsPage,
    ),
    label: en.nav.integrations,
    icon: Plug,
    group: 'settings',
    role: 'agent',
    linkRole: 'admin',
  },
  {
    ...page('settings/channels', async () => (await import('../pages/channels/channels-page.tsx')).ChannelsPage),
    label: en.nav.channels,
    icon: Radio,
    group: 'settings',
    role: 'agent',
    linkRole: 'admin',
  },
  {
    ...page('settings/templates', async () => (await import('../pages/templates/templates-page.tsx')).TemplatesPage),
    label: en.nav.templates,
    icon: MessageSquareText,
    group: 'settings',
    role: 'agent',
    goKey: 't',
  },
  {
    ...page(
      'settings/saved-replies',
      async () => (await import('../pages/saved-replies/saved-replies-page.tsx')).SavedRepliesPage,
    ),
    label: en.nav.savedReplies,
    icon: MessageSquareQuote,
    group: 'settings',
    role: 'agent',
  },
  {
    ...page('routing', async () => (await import('../pages/routing/routing-page.tsx')).RoutingPage),
    label: en.nav.routing,
    icon: Split,
    group: 'settings',
    role: 'agent',
  },
  {
    ...page('settings/members', async () => (await import('../pages/members/members-page.tsx')).MembersPage),
    label: en.nav.members,
    icon: Users,
    group: 'settings',
    role: 'agent',
  },
  {
    ...page('settings/usage', async () => (await import('../pages/usage/usage-page.tsx')).UsagePage),
    label: en.nav.usage,
    icon: ChartColumn,
    group: 'settings',
    role: 'agent',
    linkRole: 'admin',
  },
  {
    ...page('settings/audit-log', async () => (await import('../pages/audit-log/audit-log-page.tsx')).AuditLogPage),
    label: en.nav.auditLog,
    icon: ScrollText,
    group: 'settings',
    role: 'admin',
  },
  {
    ...page('settings/workspace', async () => (await import('../pages/workspace/workspace-page.tsx')).WorkspacePage),
    label: en.nav.workspace,
    icon: Building2,
    group: 'settings',
    role: 'agent',
    linkRole: 'admin',
  },
];

/** The pages that the navigation offers. */
export const linkedPages = (role: Role, exists: (page: WorkspacePageEntry) => boolean): WorkspacePageEntry[] =>
  workspacePages.filter((entry) => exists(entry) && hasRole(role, entry.linkRole ?? entry.role));

export const layoutOf = (location: string): Layout =>
  workspacePages.find(({ path }) => location.replace(/^\/w\/[^/]+\//, '') === path)?.layout ?? 'page';

/** Pages about one thing of a workspace, which its list links to, and tabs of a page. */
export const detailPages: readonly GuardedPage[] = [
  {
    ...page('routing/:tab', async () => (await import('../pages/routing/routing-page.tsx')).RoutingPage),
    label: en.nav.routing,
    role: 'agent',
  },
  {
    ...page(
      'settings/channels/web-chat',
      async () => (await import('../pages/web-chat/web-chat-page.tsx')).WebChatPage,
    ),
    label: en.nav.webChat,
    role: 'agent',
  },
  {
    ...page('webhooks/:id', async () => (await import('../pages/webhooks/webhook-page.tsx')).WebhookPage),
    label: en.nav.webhook,
    role: 'agent',
  },
  {
    ...page('contacts/import', async () => (await import('../pages/contacts/import/import-page.tsx')).ImportPage),
    label: en.nav.contactImport,
    role: 'admin',
  },
  {
    ...page('contacts/:id', async () => (await import('../pages/contacts/contact-page.tsx')).ContactPage),
    label: en.nav.contact,
    role: 'agent',
  },
  {
    ...page('segments/new', async () => (await import('../pages/segments/builder-page.tsx')).NewSegmentPage),
    label: en.nav.newSegment,
    role: 'admin',
  },
  {
    ...page('segments/:id', async () => (await import('../pages/segments/segment-page.tsx')).SegmentPage),
    label: en.nav.segment,
    role: 'agent',
  },
  {
    ...page('segments/:id/edit', async () => (await import('../pages/segments/builder-page.tsx')).EditSegmentPage),
    label: en.nav.editSegment,
    role: 'admin',
  },
  {
    ...page('broadcasts/new', async () => (await import('../pages/broadcasts/composer-page.tsx')).ComposerPage),
    label: en.nav.newBroadcast,
    role: 'admin',
  },
  {
    ...page('broadcasts/:id', async () => (await import('../pages/broadcasts/broadcast-page.tsx')).BroadcastPage),
    label: en.nav.broadcast,
    role: 'agent',
  },
];

/** Pages about the person, linked from the user menu. */
export const personalPages: readonly LinkedPage[] = [
  {
    ...page('/you/sessions', async () => (await import('../pages/sessions/sessions-page.tsx')).SessionsPage),
    label: en.nav.sessions,
    icon: MonitorSmartphone,
  },
];

export const workspacesPage = page(
  workspacesPath,
  async () => (await import('../pages/workspaces/workspaces-page.tsx')).WorkspacesPage,
);

export const signIn = page(signInPage, async () => (await import('../pages/sign-in/sign-in-page.tsx')).SignInPage);
