import type { Page, WebSocket } from 'playwright-core';
import { expect } from 'vitest';

/** Watches the sockets that a tab opens from now on. */
export const watchSockets = (page: Page) => {
  const opened: WebSocket[] = [];
  const heard: string[] = [];
  page.on('websocket', (socket) => {
    opened.push(socket);
    heard.push('opened');
    socket.on('framereceived', ({ payload }) => heard.push(String(payload).slice(0, 100)));
    socket.on('close', () => heard.push('closed'));
  });
  const listening = () => heard.filter((text) => text.includes('subscribe_success')).length;
  return {
    count: (): number => opened.length,
    /** From now on the tab hears of every change. If it does not, the failure says what it heard. */
    listens: (times = 1): Promise<void> => expect.poll(() => listening() >= times || heard).toBe(true),
  };
};

/** Between the tabs and the service: what the service says gets lost, or nobody answers at all. */
export const loseSockets = async (page: Page, kind: 'half-open' | 'down') => {
  let isLost = true;
  let listening = 0;
  await page.routeWebSocket(/\/event\/realtime$/, (socket) => {
    if (isLost && kind === 'down') return void socket.close({ code: 1001 });
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (isLost) return;
      if (String(message).includes('subscribe_success')) listening += 1;
      socket.send(message);
    });
  });
  return {
    /** How often a tab could listen. */
    listening: (): number => listening,
    set: (next: boolean): void => {
      isLost = next;
    },
  };
};
