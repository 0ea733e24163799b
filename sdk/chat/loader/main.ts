import { type SwitchboardCommand, startChat } from './start.ts';

declare global {
  interface Window {
    Switchboard?: SwitchboardCommand;
  }
}

const script = (document.currentScript ?? document.querySelector('script[data-site]')) as HTMLScriptElement | null;

/** A second tag on the page, such as one that a component adds again, only says where an inline chat goes now. */
if (script?.dataset.site && script.src) {
  if (window.Switchboard?.isLive) window.Switchboard('place', script);
  else window.Switchboard = startChat(script, script.dataset.site, window.Switchboard?.q ?? []);
}
