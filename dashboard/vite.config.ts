import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { devServer } from './dev-server.ts';

export default defineConfig({
  root: import.meta.dirname,
  server: devServer,
  plugins: [react()],
  build: { manifest: true, modulePreload: { polyfill: false }, target: 'es2023' },
});
