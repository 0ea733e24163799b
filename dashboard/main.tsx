import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/base.css';
import './styles/tokens.css';
import { followOtherTabs } from './api/request.ts';
import { App } from './app/app.tsx';
import { restoreAppearance } from './context/appearance.ts';

restoreAppearance();
followOtherTabs();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
