import { mergeConfig } from 'vite';
import config from './vite.config.ts';

const service = 'http://127.0.0.1:4200';
const port = 4201;

/**
 * Hot reload in front of a running `npm start`. Paths of operations have no dot; with one they are source files, which
 * also lie in a folder named api.
 */
export default mergeConfig(config, {
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: {
      '^/(api|auth)/[^.?]*(\\?|$)': {
        target: service,
        changeOrigin: true,
        // The functions know only the origin that `npm start` shows. A foreign one stays as it is, and is refused.
        configure: (proxy) => {
          proxy.on('proxyReq', (request) => {
            if (request.getHeader('origin') === `http://127.0.0.1:${port}`) request.setHeader('origin', service);
          });
        },
      },
    },
  },
} satisfies typeof config);
