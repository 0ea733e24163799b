import { brandText, textOn } from '../../model/web-chat/contrast.ts';
import type { Site } from '../../model/web-chat/site.ts';
import { env } from '../../platform/env.ts';
import { toEmailChoice } from './email.ts';
import { noteSeen } from './settings.ts';
import { findKnownSite } from './sites.ts';

/** The files of the frame. The build writes this. */
export const readAssets = (): { script: string; style: string; version: string } => JSON.parse(env.chatAssets());

/** What the loader and the frame may know of the settings. Anyone can read it. */
const toSiteSettings = ({ siteId, settings }: Site) => ({
  site: siteId,
  name: settings.name,
  color: settings.color,
  ...toColors(settings.color),
  position: settings.position,
  greeting: settings.greeting,
  introduction: settings.introduction,
  questions: settings.questions,
  allowed_sites: settings.allowed_sites,
  asks_email: toEmailChoice(settings),
  sends_page: settings.sends_page,
  frame_url: `${env.chatUrl()}/frame/${siteId}`,
  version: readAssets().version,
});

/** What can be read on the color, and the color as text on light and on dark. */
const toColors = (color: string) => ({
  on_color: textOn(color).color,
  light_text: brandText(color, 'light'),
  dark_text: brandText(color, 'dark'),
});

/** Undefined for a site that is unknown or switched off. */
export const readSiteFile = async (siteId: string) => {
  const site = await findKnownSite(siteId);
  return site && { site, shown: toSiteSettings(site) };
};

/** The page that loads the script says where it is. Whoever forges it learns nothing and is noted only as an allowed site. */
export const noteSiteSeen = async (site: Site, referer: string | undefined): Promise<void> => {
  const origin = URL.parse(referer ?? '')?.origin;
  if (origin !== undefined) await noteSeen(site, origin);
};
