import { setTimeout } from 'node:timers/promises';
import type { Simulator } from '../../simulator/start.ts';
import { createBrowser, locationOf, signInAtIssuer } from '../issuer/browser.ts';
import { type DemoFile, demoMembers, postToSimulator } from './demo.ts';
import { closed, drawPhoto, note, people, replies, savedReplies, visitors } from './demo-content.ts';

const failingWebhook = { url: 'http://127.0.0.1:9/orders', events: ['message.received', 'message.status_updated'] };
const inSegment = (tag: string) => ({ match: 'all', rules: [{ field: 'tag', op: 'has', value: tag }] });

type Call = <Data>(method: string, path: string, body?: object) => Promise<Data>;

/** Fills the demo workspace through the API and the simulated channels, as integrators and customers would. */
export const seedDemo = async ({ demo }: DemoFile, baseUrl: string, simulator: Simulator): Promise<void> => {
  const call = createCall(baseUrl, { Authorization: `Bearer ${demo.api_key}` });
  await Promise.all([importContacts(call), createWebhook(call)]);
  await Promise.all([
    ...people.map((person) => converse(call, simulator, person)),
    ...visitors.map((visitor) => postToSimulator(simulator, '/inbound', visitor)),
    createSegments(call),
    sendBroadcast(call),
  ]);
};

const importContacts = (call: Call) =>
  call('POST', '/contacts/batch', {
    contacts: people.map(({ phone, name, email, company, tags, attributes }) => ({
      phone,
      name,
      email,
      company,
      tags,
      attributes,
    })),
  });

/** Refused where ALLOW_LOCAL_WEBHOOKS is 0. The demo then has no failing webhook. */
const createWebhook = (call: Call) =>
  call('POST', '/webhooks', failingWebhook).catch((error: Error) => {
    if (!error.message.includes('ALLOW_LOCAL_WEBHOOKS')) throw error;
  });

const createSegments = (call: Call) =>
  Promise.all([
    call('POST', '/segments', { name: 'VIP customers', kind: 'dynamic', filter: inSegment('vip') }),
    call('POST', '/segments', { name: 'Newsletter readers', kind: 'dynamic', filter: inSegment('newsletter') }),
  ]);

const sendBroadcast = (call: Call) =>
  call('POST', '/broadcasts', {
    name: 'Welcome',
    template: { name: 'hello_world' },
    recipients: people.slice(-3).map(({ phone }) => ({ to: phone })),
  });

const converse = async (call: Call, simulator: Simulator, person: (typeof people)[number]): Promise<void> => {
  const { phone, name, order, wrote, sendsPhoto, wroteHoursAgo = 0 } = person;
  if (order)
    await call('POST', '/messages', { to: phone, type: 'template', template: { name: 'order_update', params: order } });
  if (wrote === undefined) return;
  const timestamp = Math.floor(Date.now() / 1000) - wroteHoursAgo * 3600;
  const media = { mime_type: 'image/png', data: drawPhoto().toString('base64') };
  const photo = sendsPhoto ? { type: 'image', media } : {};
  const message = { channel: 'msgapp', from: phone, name, text: wrote, timestamp, ...photo };
  await postToSimulator(simulator, '/inbound', message);
};

const createCall =
  (baseUrl: string, headers: Record<string, string>): Call =>
  async (method, path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} of the demo: ${response.status} ${await response.text()}`);
    return Object(await response.json()).data;
  };

/** Customers' messages pass through a queue. */
const storedWithinMs = 60_000;
const pollMs = 50;

interface Listed {
  id: string;
  contact: { name: string | null };
}

/** Agnes signs in, answers customers, adds a note and saves replies, which only a member can do. */
export const seedMember = async ({ demo }: DemoFile, dashboardUrl: string, stopping: AbortSignal): Promise<void> => {
  const call = createCall(`${dashboardUrl}/api/w/${demo.workspace_id}`, {
    Cookie: await signIn(dashboardUrl, demoMembers[2]),
    Origin: dashboardUrl,
  });
  const act = (id: string, method: string, path: string, body: object) =>
    call(method, `/conversations/${id}${path}`, body);
  const acts = new Map<string, (id: string) => Promise<unknown>>([
    ...Object.entries(replies).map(
      ([name, text]) => [name, (id: string) => act(id, 'POST', '/replies', { text })] as const,
    ),
    [note.to, (id) => act(id, 'POST', '/notes', { text: note.text })],
    [closed, (id) => act(id, 'PATCH', '', { status: 'closed' })],
  ]);
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(storedWithinMs)]);
  const actOnWaiting = async (): Promise<void> => {
    while (acts.size > 0) {
      const { waiting } = await call<{ waiting: Listed[] }>('GET', '/inbox?view=all');
      const found = waiting.filter(({ contact }) => acts.has(contact.name ?? ''));
      await Promise.all(found.map(({ id, contact }) => acts.get(contact.name ?? '')?.(id)));
      for (const { contact } of found) acts.delete(contact.name ?? '');
      if (found.length === 0) await setTimeout(pollMs, undefined, { signal });
    }
  };
  // An unhandled rejection would end the service.
  await Promise.all([actOnWaiting(), ...savedReplies.map((reply) => call('POST', '/replies', reply))]);
};

const signIn = async (dashboardUrl: string, { email, name }: (typeof demoMembers)[number]): Promise<string> => {
  const browser = createBrowser();
  const authorization = locationOf(await browser.visit(`${dashboardUrl}/auth/sign-in`));
  await browser.visit(await signInAtIssuer(browser, authorization, { person: email, email, name }));
  return browser.cookieHeader();
};
