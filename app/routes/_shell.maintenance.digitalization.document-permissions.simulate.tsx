import type { LinksFunction } from '@remix-run/node';
import matrixStyles from '../styles/matrix.css';

export { loadSimulation as loader } from '../screens/roles/simulation-data.ts';
export { SimulationScreen as default } from '../screens/roles/SimulationScreen.tsx';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: matrixStyles }];
