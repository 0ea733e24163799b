import type { Page, WebSocket } from 'playwright-core';
import { expect } from 'vitest';

/** Watches the sockets that a tab opens from now on. */
export const watchSockets = (page: Page) => {
  const opened: WebSocket[] = [];
  let listening = 0;
  page.on('websocket', (socket) => {
    opened.push(socket);
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('subscribe_success')) listening += 1;
    });
  });
  return {
    count: (): number => opened.length,
    /** From now on the tab hears of every change. */
    listens: (times = 1): Promise<void> => expect.poll(() => listening).toBeGreaterThanOrEqual(times),
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
