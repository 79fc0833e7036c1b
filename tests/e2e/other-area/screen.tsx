import { hydrateRoot } from 'react-dom/client';
import { DocumentScreen } from './document-screen.tsx';

const root = document.getElementById('visor');
const given = document.getElementById('datos')?.textContent;
if (root && given) hydrateRoot(root, <DocumentScreen {...(JSON.parse(given) as Parameters<typeof DocumentScreen>[0])} />);
