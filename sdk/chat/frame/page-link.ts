import { seal, type ToFrame, type ToPage, unseal } from '../bridge.ts';
import { isAllowedHost, type Settings } from '../settings.ts';

/**
 * The page around the frame. Only that window is heard, from an allowed site or the test page, and after its first message from no other
 * origin; nothing is said to an origin that has not spoken.
 */
export const linkPage = ({ site, allowed_sites }: Settings, hear: (message: ToFrame) => void) => {
  let origin: string | undefined;
  addEventListener('message', (event) => {
    const message = event.source === parent && parent !== window ? unseal<ToFrame>(site, event.data) : undefined;
    if (!message || (origin !== undefined && event.origin !== origin)) return;
    if (!URL.canParse(event.origin) || !isAllowedHost(new URL(event.origin).host, [...allowed_sites, location.host]))
      return;
    origin = event.origin;
    hear(message);
  });
  return {
    isAlone: parent === window,
    tell: (message: ToPage): void => {
      if (origin !== undefined) parent.postMessage(seal(site, message), origin);
    },
  };
};
