import * as z from 'zod';
import { createBrowser, locationOf, signInAtIssuer } from '../issuer/browser.ts';
import { type DemoFile, demoMembers } from './demo.ts';

interface InstallOptions {
  dashboardUrl: string;
  shopUrl: string;
}

/** Olivia switches the web chat on for the shop, as a member would. */
export const installChat = async (
  { demo, update }: DemoFile,
  { dashboardUrl, shopUrl }: InstallOptions,
): Promise<void> => {
  if (demo.site_id !== undefined) return;
  const browser = createBrowser();
  const authorization = locationOf(await browser.visit(`${dashboardUrl}/auth/sign-in`));
  const [{ email, name }] = demoMembers;
  await browser.visit(await signInAtIssuer(browser, authorization, { person: email, email, name }));
  const response = await fetch(`${dashboardUrl}/api/w/${demo.workspace_id}/web-chat`, {
    method: 'PATCH',
    headers: { Cookie: browser.cookieHeader(), Origin: dashboardUrl, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      is_active: true,
      name: 'Plain Goods',
      greeting: 'Hello. What can we do for you?',
      introduction: 'We answer here, or by email when you have gone.',
      questions: ['Where is my order?', 'How do I return something?'],
      allowed_sites: [new URL(shopUrl).host],
    }),
  });
  if (!response.ok) throw new Error(`The web chat of the demo: ${await response.text()}`);
  const { data } = z.object({ data: z.object({ site_id: z.string() }) }).parse(await response.json());
  update({ site_id: data.site_id });
};
