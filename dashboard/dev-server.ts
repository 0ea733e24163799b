import type { ServerOptions } from 'vite';

const service = 'http://127.0.0.1:4200';

/**
 * Hot reload in front of a running `npm start`. Paths of operations have no dot; with one they are source files, which
 * also lie in a folder named api.
 */
export const devServer: ServerOptions = {
  host: '127.0.0.1',
  port: 4201,
  strictPort: true,
  proxy: {
    '^/(api|auth)/[^.?]*(\\?|$)': {
      target: service,
      changeOrigin: true,
      configure: (proxy) => {
        // The functions know only the origin that `npm start` shows.
        proxy.on('proxyReq', (request) => {
          if (request.hasHeader('origin')) request.setHeader('origin', service);
        });
      },
    },
  },
};
