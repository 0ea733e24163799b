import { beforeEach, expect, it } from 'vitest';
import { connectWeb } from '../../../functions/domain/channels/connect.ts';
import { newChange, newRating } from '../../../functions/domain/conversations/entries.ts';
import { publishHints } from '../../../functions/domain/hints/publish.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import type { Hint } from '../../../functions/model/hints/hint.ts';
import type { WebVisit } from '../../../functions/model/web-chat/visit.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newEntryPart } from '../../../functions/table/conversations/notes.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { findMessageByChannelId } from '../../../functions/table/messages/messages.ts';
import { putVisit } from '../../../functions/table/web-chat/visits.ts';
import { checkAccessibility } from '../../support/browser/accessibility.ts';
import { gone, shows } from '../../support/browser/controls.ts';
import { inboxOn, inboxPath } from '../../support/browser/inbox.ts';
import { watchSockets } from '../../support/browser/live.ts';
import { journeys } from '../../support/browser/open.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../../support/browser/people.ts';
import { saveLooks } from '../../support/browser/screenshots.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';

const visitorId = 'visitor_4711';

journeys('a visitor of the web chat in the inbox', () => {
  let acme: OwnedWorkspace;
  let conversationId: string;

  beforeEach(async () => {
    acme = await makeOwnedWorkspace();
    const { account_id } = await connectWeb(acme.id);
    const from = { phone: null, channelUserId: visitorId, name: 'Ana Silva' };
    const item = { ...newInboundText(account_id, '', 'Which size fits 180 cm?'), channel: 'web' as const, from };
    await processInbound({ item, postponements: 0 });
    const message = await findMessageByChannelId(acme.id, 'web', item.channelMessageId);
    conversationId = message?.conversation_id ?? '';
  });

  const noteVisit = (changes: Partial<WebVisit>) =>
    putVisit(acme.id, visitorId, { ...changes, seen_at: isoTime(Date.now()) }, 9_999_999_999);

  const tell = (state: Extract<Hint, { kind: 'visitor' }>['state']) =>
    publishHints([{ workspaceId: acme.id, hint: { kind: 'visitor', id: conversationId, state } }]);

  it('an agent sees where a visitor is, what the page says of them and whether they are verified', async () => {
    const fields = { Cart: '2 pairs, 129 €' };
    const page = { title: 'Running shoes', url: 'https://shop.example/shoes' };
    await noteVisit({ page, fields, is_verified: true, language: 'de', state: 'here' });
    const opened = await openAs(acme.owner, inboxPath(acme.id));
    const { listens } = watchSockets(opened);
    await opened.reload();
    const inbox = inboxOn(opened, acme.id);
    await inbox.open('Ana Silva');
    await shows(inbox.contact, 'Signed in', 'On the website now', 'Said by the page, not verified', 'German');
    await shows(inbox.contact, '2 pairs, 129 €');
    const link = inbox.contact.getByRole('link', { name: 'Running shoes' });
    expect(await link.getAttribute('href')).toBe(page.url);
    await checkAccessibility(opened);
    await saveLooks(opened, 'inbox-visitor');
    await listens();
    await tell('writing');
    await shows(opened, 'Ana is writing');
    await noteVisit({ state: 'left' });
    await tell('left');
    await shows(opened, 'Ana left the page');
    await gone(opened.getByText('Ana is writing'));
    await shows(inbox.contact, /Left the page/);
  });

  it('ratings and answers by email are part of the thread', async () => {
    const rating = { score: 4, text: 'Fast and friendly' };
    await noteVisit({ rating: { ...rating, at: isoTime(Date.now()) } });
    const mailed = newChange({ kind: 'service', id: null, name: null }, 'mailed');
    await transact([mailed, newRating(rating)].map((entry) => newEntryPart(conversationId, entry)));
    const inbox = inboxOn(await openAs(acme.owner, inboxPath(acme.id)), acme.id);
    await inbox.open('Ana Silva');
    await shows(inbox.log, /^Ana rated the conversation 4 of 5, Good: Fast and friendly/);
    await shows(inbox.log, /^Ana had left the page, so the answer was sent by email/);
    await shows(inbox.contact, 'Last rating', /4 of 5, Good/);
    await saveLooks(inbox.page, 'inbox-rating');
  });

  it('what the page makes up shows as plain text, never as a link', async () => {
    const hostile = { title: '<img src=x onerror=alert(1)>', url: 'javascript:alert(1)' };
    await noteVisit({ page: hostile, fields: { '"><b>x': '<script>alert(1)</script>' } });
    const inbox = inboxOn(await openAs(acme.owner, inboxPath(acme.id)), acme.id);
    await inbox.open('Ana Silva');
    await shows(inbox.contact, hostile.title, '<script>alert(1)</script>');
    expect(await inbox.contact.locator('a[href^="javascript"]').count()).toBe(0);
  });
});
