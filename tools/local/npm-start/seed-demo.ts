import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { dayOf } from '../../../functions/model/reports/slots.ts';
import { createBrowser, locationOf, signInAtIssuer } from '../issuer/browser.ts';
import { type Demo, demoMembers, postToSimulator } from './demo.ts';
import { closed, demoPeople, drawPhoto, note, replies, savedReplies, visitors } from './demo-content.ts';

const failingWebhook = { url: 'http://127.0.0.1:9/orders', events: ['message.received', 'message.status_updated'] };
const inSegment = (tag: string) => ({ match: 'all', rules: [{ field: 'tag', op: 'has', value: tag }] });

export interface SeedOptions {
  demo: Demo;
  simulatorUrl: string;
  dashboardUrl: string | undefined;
  /** Has the bundle of each function. */
  functionsDir: string;
}

type Call = <Data>(functionName: string, method: string, path: string, body?: object) => Promise<Data>;

/**
 * Fills the demo workspace as integrators, customers and a member would. Entry of a thread that calls the functions of
 * the first and the last itself: the code that they share loads once, and they need not start one by one.
 */
const seedDemo = async ({ demo, simulatorUrl, dashboardUrl, functionsDir }: SeedOptions): Promise<void> => {
  const call = createCall(functionsDir, '', { Authorization: `Bearer ${demo.api_key}` });
  const simulator = { url: simulatorUrl };
  const signedIn = dashboardUrl ? signIn(dashboardUrl, demoMembers[2]) : Promise.resolve('');
  const imported = importContacts(call);
  const seedPast = async (): Promise<void> => {
    await Promise.all([signedIn, imported]);
    // Members and tags are there, so the past has them. Loaded late, because the present comes first.
    const { seedReports } = await import('./demo-reports.ts');
    await seedReports(demo.workspace_id, dayOf(Date.now()));
  };
  const seedCustomers = async (): Promise<void> => {
    await Promise.all([imported, createWebhook(call)]);
    await Promise.all([
      ...demoPeople.map((person) => converse(call, simulator, person)),
      createSegments(call),
      sendBroadcast(call),
    ]);
  };
  await Promise.all([
    ...visitors.map((visitor) => postToSimulator(simulator, '/inbound', visitor)),
    seedCustomers(),
    dashboardUrl && signedIn.then((cookie) => seedMember(demo, { dashboardUrl, cookie }, functionsDir)),
    seedPast(),
  ]);
};

const importContacts = (call: Call) =>
  call('importContacts', 'POST', '/contacts/batch', {
    contacts: demoPeople.map(({ phone, name, email, company, tags, attributes }) => ({
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
  call('createWebhook', 'POST', '/webhooks', failingWebhook).catch((error: Error) => {
    if (!error.message.includes('ALLOW_LOCAL_WEBHOOKS')) throw error;
  });

const createSegments = (call: Call) =>
  Promise.all([
    call('createSegment', 'POST', '/segments', { name: 'VIP customers', kind: 'dynamic', filter: inSegment('vip') }),
    call('createSegment', 'POST', '/segments', {
      name: 'Newsletter readers',
      kind: 'dynamic',
      filter: inSegment('newsletter'),
    }),
  ]);

const sendBroadcast = (call: Call) =>
  call('createBroadcast', 'POST', '/broadcasts', {
    name: 'Welcome',
    template: { name: 'hello_world' },
    recipients: demoPeople.slice(-3).map(({ phone }) => ({ to: phone })),
  });

const converse = async (call: Call, simulator: { url: string }, person: (typeof demoPeople)[number]): Promise<void> => {
  const { phone, name, order, wrote, sendsPhoto, wroteHoursAgo = 0 } = person;
  if (order)
    await call('sendMessage', 'POST', '/messages', {
      to: phone,
      type: 'template',
      template: { name: 'order_update', params: order },
    });
  if (wrote === undefined) return;
  const timestamp = Math.floor(Date.now() / 1000) - wroteHoursAgo * 3600;
  const media = { mime_type: 'image/png', data: drawPhoto().toString('base64') };
  const photo = sendsPhoto ? { type: 'image', media } : {};
  const message = { channel: 'msgapp', from: phone, name, text: wrote, timestamp, ...photo };
  await postToSimulator(simulator, '/inbound', message);
};

const createCall =
  (functionsDir: string, basePath: string, headers: Record<string, string>): Call =>
  async (functionName, method, path, body) => {
    const { handler } = await import(`${functionsDir}/${functionName}/index.mjs`);
    const url = new URL(basePath + path, 'http://127.0.0.1');
    const event = {
      httpMethod: method,
      path: url.pathname,
      queryStringParameters: Object.fromEntries(url.searchParams),
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      requestContext: { identity: { sourceIp: '127.0.0.1' } },
    };
    const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => storedWithinMs };
    const response = await handler(event, context);
    if (response.statusCode >= 300) throw new Error(`${method} ${path} of the demo: ${response.body}`);
    return JSON.parse(response.body).data;
  };

/** Customers' messages pass through a queue. */
const storedWithinMs = 60_000;
const pollMs = 50;

interface Listed {
  id: string;
  contact: { name: string | null };
}

/** Agnes, who has signed in, answers customers, adds a note and saves replies, which only a member can do. */
const seedMember = async (
  demo: Demo,
  { dashboardUrl, cookie }: { dashboardUrl: string; cookie: string },
  functionsDir: string,
): Promise<void> => {
  const callFunction = createCall(functionsDir, `/api/w/${demo.workspace_id}`, {
    Cookie: cookie,
    Origin: dashboardUrl,
    'X-Origin-Key': process.env['ORIGIN_KEY'] ?? '',
  });
  const call = <Data>(method: string, path: string, body?: object): Promise<Data> =>
    callFunction('dashboardInbox', method, path, body);
  const act = (id: string, method: string, path: string, body: object) =>
    call(method, `/conversations/${id}${path}`, body);
  const reply = (id: string, text: string) =>
    callFunction('dashboardSends', 'POST', `/conversations/${id}/messages`, { text });
  const acts = new Map<string, (id: string) => Promise<unknown>>([
    ...Object.entries(replies).map(([name, text]) => [name, (id: string) => reply(id, text)] as const),
    [note.to, (id) => act(id, 'POST', '/notes', { text: note.text })],
    [closed, (id) => act(id, 'PATCH', '', { status: 'closed' })],
  ]);
  const signal = AbortSignal.timeout(storedWithinMs);
  const actOnWaiting = async (): Promise<void> => {
    while (acts.size > 0) {
      const { waiting } = await call<{ waiting: Listed[] }>('GET', '/inbox?view=all');
      const found = waiting.filter(({ contact }) => acts.has(contact.name ?? ''));
      await Promise.all(found.map(({ id, contact }) => acts.get(contact.name ?? '')?.(id)));
      for (const { contact } of found) acts.delete(contact.name ?? '');
      if (found.length === 0) await setTimeout(pollMs, undefined, { signal });
    }
  };
  await Promise.all([actOnWaiting(), ...savedReplies.map((saved) => call('POST', '/saved-replies', saved))]);
};

const signIn = async (dashboardUrl: string, { email, name }: (typeof demoMembers)[number]): Promise<string> => {
  const browser = createBrowser();
  const authorization = locationOf(await browser.visit(`${dashboardUrl}/auth/sign-in`));
  await browser.visit(await signInAtIssuer(browser, authorization, { person: email, email, name }));
  return browser.cookieHeader();
};

await seedDemo(workerData);
// Idle connections would keep the thread.
process.exit();
