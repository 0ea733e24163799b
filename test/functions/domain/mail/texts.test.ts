import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderMail } from '../../../../functions/domain/mail/render.ts';
import { describeInvitation, describeNotice } from '../../../../functions/domain/mail/texts.ts';
import { toUnsubscribeUrl } from '../../../../functions/domain/mail/unsubscribe.ts';
import { toUsualNetwork } from '../../../../functions/model/access/network.ts';
import type { MailNotice } from '../../../../functions/model/mail/occurrence.ts';

const id = '0199f3a2-0c4d-7e8f-8b13-1a2b3c4d5e6f';
const at = '2026-11-15T12:00:00.000Z';
const hostile = `A\r\nBcc: eve@evil.example\u2028<script>alert("x")</script>&'`;
const workspace = { id, name: 'Acme' };
const facts = { host: 'hooks.example', since: at, missedSince: at, lastCode: '500', missed: 17, isAtLeast: false };

const notices: MailNotice[] = [
  { kind: 'webhook_off', id, generation: 1 },
  { kind: 'channel_refused', channel: 'msgapp', fault: 'token', message: 'Session has expired', at },
  { kind: 'plan_used', month: '2026-11', percent: 80, limit: 5_000 },
  { kind: 'plan_used', month: '2026-11', percent: 100, limit: 5_000 },
  { kind: 'broadcast_ended', id, name: 'News', status: 'sent', sent: 1, failed: 2 },
  { kind: 'key_use', reason: 'network', keyId: id, name: 'Shop', from: '198.51.100.0/24', at },
  { kind: 'key_use', reason: 'inactive', keyId: id, name: 'Shop', from: '192.0.2.1', at },
];

beforeEach(() => void vi.stubEnv('DASHBOARD_URL', 'https://dashboard.example'));
describe('the texts of mails', () => {
  it('each says what happened, what it means and what to do, with one link to our own pages', () => {
    const invitation = { id, email: 'ana@example.com', role: 'admin', invited_by: 'Olivia' } as const;
    const mails = [
      describeInvitation('Acme', { ...invitation, created_at: at, expires_at: '2026-11-22T12:00:00.000Z' }),
      ...notices.map((notice) => describeNotice(workspace, notice, facts)),
    ];
    for (const mail of mails) {
      expect(mail.lines).toHaveLength(3);
      expect(renderMail(mail).text).not.toMatch(/undefined|null|\.\.| {2}/);
      const links = [...renderMail(mail).html.matchAll(/https?:\/\/[^/"]+/g)].map(([origin]) => origin);
      expect(links).toEqual(['https://dashboard.example']);
    }
  });

  it('an invitation names the member who sent it, or the operator', () => {
    const invitation = { id, email: 'ana@example.com', role: 'admin', created_at: at, expires_at: at } as const;
    const fromMember = describeInvitation('Acme', { ...invitation, invited_by: 'Olivia', invited_by_id: id });
    expect(fromMember.subject).toBe('Olivia invited you to Acme on Switchboard');
    expect(fromMember.lines[0]).toBe('You are invited to the workspace Acme on Switchboard as Admin, by Olivia.');
    const fromOperator = describeInvitation('Acme', { ...invitation, invited_by: 'Switchboard' });
    expect(fromOperator.subject).toBe('You are invited to Acme on Switchboard');
    expect(fromOperator.reason).toContain('because the operator of Switchboard entered your address');
  });

  it.each(['http://evil.example/login', 'www.evil.example', 'evil。example', 'eve@evil.example', 'evil.\uFEFFexample'])(
    'no mail client finds a link in the name %s',
    (name) => {
      const invitation = { id, email: 'ana@example.com', role: 'admin', invited_by: name, invited_by_id: id } as const;
      const broadcast: MailNotice = { kind: 'broadcast_ended', id, name, status: 'sent', sent: 1, failed: 0 };
      const key: MailNotice = { kind: 'key_use', reason: 'inactive', keyId: id, name, from: '192.0.2.1', at };
      const mails = [
        describeInvitation(name, { ...invitation, created_at: at, expires_at: '2026-11-22T12:00:00.000Z' }),
        ...[broadcast, key].map((notice) => describeNotice({ id, name }, notice)),
      ];
      for (const { subject, lines, reason } of mails) {
        const written = [subject, ...lines, reason]
          .join('\n')
          .replaceAll('ana@example.com', '')
          .replaceAll(/192\.0\.2\.1|\d\d:\d\d/g, '');
        expect(written).toContain('evil');
        expect(written).not.toMatch(/[.。:@]\p{Cf}*[\p{L}\p{N}/]/u);
      }
    },
  );

  it.each(['Acme Inc.', 'J. R. Smith & Co', 'Müller – Bäcker'])('the name %s stays as it is', (name) => {
    const invitation = { id, email: 'ana@example.com', role: 'admin', invited_by: name, invited_by_id: id } as const;
    const mail = describeInvitation(name, { ...invitation, created_at: at, expires_at: '2026-11-22T12:00:00.000Z' });
    expect(mail.subject).toBe(`${name} invited you to ${name} on Switchboard`);
  });

  it('a hostile name can neither add a header nor an element', () => {
    const notice: MailNotice = { kind: 'broadcast_ended', id, name: hostile, status: 'failed', sent: 0, failed: 1 };
    const { subject, text, html } = renderMail(describeNotice({ id, name: hostile }, notice));
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(subject.length).toBeLessThanOrEqual(150);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;');
  });

  it('a notice can be stopped with one click', () => {
    const url = toUnsubscribeUrl(id, { user_id: id, cursor_secret: 's' }, 'plan_used');
    const mail = renderMail(describeNotice(workspace, notices[0] as MailNotice, facts), url);
    expect(mail.headers).toEqual({
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(mail.text).toContain(url);
    expect(renderMail(describeNotice(workspace, notices[0] as MailNotice, facts)).headers).toEqual({});
  });
});

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2::5', '2001:db8:1::/48'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['nothing', undefined],
])('the address %s belongs to the network %s', (address, network) => expect(toUsualNetwork(address)).toBe(network));
