import { isAllowedHost, type Settings } from '../settings.ts';
import { createChat } from './chat.ts';
import { loadScript } from './dom.ts';

type Command = (...args: never[]) => unknown;

export interface SwitchboardCommand {
  (command: string, ...args: unknown[]): unknown;
  /** The commands that came before the loader did. */
  q?: ArrayLike<unknown>[];
  isLive?: boolean;
}

/** Asks for the settings, and shows nothing before they are here. */
export const startChat = (script: HTMLScriptElement, site: string, queue: ArrayLike<unknown>[]): SwitchboardCommand => {
  const { origin } = new URL(script.src);
  const listeners: Record<string, Set<(detail: unknown) => void>> = {};
  const early: unknown[][] = [];
  let commands: Record<string, Command> | undefined;
  const emit = (name: string, detail?: unknown): void => {
    for (const listener of listeners[name] ?? []) listener(detail);
  };
  const begin = (settings: Settings): void => {
    commands = createChat(script, origin, settings, emit);
    emit('ready');
    for (const command of early.splice(0)) run(...(command as [string]));
  };

  const always: Record<string, Command> = {
    settings: (settings: Settings | null) => {
      if (commands || !settings) return;
      if (!isAllowedHost(location.host, [...settings.allowed_sites, new URL(origin).host])) {
        // biome-ignore lint/suspicious/noConsole: Nothing shows on the page, so this tells its developer why.
        console.info(`Switchboard: ${location.host} is not an allowed site.`);
      } else if (document.body) begin(settings);
      else addEventListener('DOMContentLoaded', () => begin(settings));
    },
    on: (name: string, listener: (detail: unknown) => void) => {
      listeners[name] ??= new Set();
      listeners[name].add(listener);
      return () => listeners[name]?.delete(listener);
    },
  };
  const run: SwitchboardCommand = (name, ...args) => {
    const command = always[name] ?? commands?.[name];
    if (!command && !commands) early.push([name, ...args]);
    return command?.(...(args as never[]));
  };
  run.isLive = true;
  for (const command of Array.from(queue)) run(...(Array.from(command) as [string]));
  loadScript(`${origin}/sites/${site}.js`, script.nonce);
  return run;
};
