import { readFileSync } from 'node:fs';
import { type BrowserContextOptions, type Page, request } from 'playwright-core';
import { inject } from 'vitest';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { Role } from '../../../functions/model/members/member.ts';
import { inviteTo, makeSignedInMember } from '../dashboard/dashboard.ts';
import { newAddress } from '../dashboard/members.ts';
import { openBrowser, openPage } from './open.ts';

export interface SignedInPerson {
  email: string;
  name: string;
  /** The cookies of the dashboard and, after a sign-in, of the issuer. */
  storageState: Exclude<BrowserContextOptions['storageState'], string | undefined>;
}

interface Account {
  email: string;
  name: string;
  isVerified?: boolean;
}

/** Fills in the issuer's form, which the page shows. */
export const fillIssuerForm = async (page: Page, { email, name, isVerified = true }: Account): Promise<void> => {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('The address is verified').setChecked(isVerified);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

export const signIn = async (page: Page, account: Account, path = '/'): Promise<void> => {
  await page.goto(path);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillIssuerForm(page, account);
};

const laptop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/** The requests of a sign-in at the issuer without a page, for journeys that begin after it. */
export const signInOverHttp = async ({ email, name }: Account, userAgent = laptop): Promise<SignedInPerson> => {
  const visitor = await request.newContext({ baseURL: inject('service').dashboardUrl, userAgent });
  try {
    const form = await visitor.get('/auth/sign-in');
    const landed = await visitor.post(form.url(), { form: { email, name, verified: 'yes' } });
    const storageState = await visitor.storageState();
    if (!storageState.cookies.some((cookie) => cookie.name === 'switchboard'))
      throw new Error(`${email} is not signed in: the issuer led to ${landed.url()}. ${findSignInErrors()}`);
    return { email, name, storageState };
  } finally {
    await visitor.dispose();
  }
};

const findSignInErrors = (): string => {
  const lines = readFileSync(inject('service').logPath, 'utf8').split('\n');
  return lines.filter((line) => line.includes('sign_in_error')).join(' ');
};

/** A new member with a session, stored as an accepted invitation and a sign-in leave them. */
export const joinAs = async (workspaceId: string, role: Role, name: string): Promise<SignedInPerson> => {
  const { user, session } = await makeSignedInMember(workspaceId, role, name);
  const { hostname } = new URL(inject('service').dashboardUrl);
  const cookie = { name: 'switchboard', value: session, domain: hostname, path: '/', expires: -1 };
  const cookies = [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' as const }];
  return { email: user.email, name, storageState: { cookies, origins: [] } };
};

/** Invites a new person, who joins by signing in at the issuer. */
export const joinBySignIn: typeof joinAs = async (workspaceId, role, name) => {
  const email = newAddress();
  await inviteTo(workspaceId, email, role);
  return signInOverHttp({ email, name });
};

export interface OwnedWorkspace {
  id: string;
  owner: SignedInPerson;
}

export const makeOwnedWorkspace = async (name = 'Acme', join = joinAs): Promise<OwnedWorkspace> => {
  const { id } = await createWorkspace(name, 'DE');
  return { id, owner: await join(id, 'owner', 'Olivia Owner') };
};

/** Opens a page in a browser of this person. With options, it is a new one. */
export const openAs = async (
  { storageState }: SignedInPerson,
  path: string,
  options?: BrowserContextOptions,
): Promise<Page> => {
  const page = options
    ? await (await openBrowser({ ...options, storageState })).newPage()
    : await openPage(storageState.cookies);
  await page.goto(path, { waitUntil: 'commit' });
  await pageLoaded(page);
  return page;
};

/** Goes to a page as a link does, without loading the dashboard again. */
export const follow = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
};

/** The heading that shows while the session loads is for screen readers only. */
export const pageLoaded = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).and(page.locator(':not(.visually-hidden)')).waitFor();
};

/** A workspace opens with this page. */
export const overviewPath = (workspaceId: string): string => `/w/${workspaceId}/overview`;

export const settingsPath = (workspaceId: string, page: string): string => `/w/${workspaceId}/settings/${page}`;
