export { links } from '../screens/permission-sets/matrix-styles.ts';
export { loadSimulation as loader } from '../screens/permission-sets/simulation-data.ts';
export { SimulationScreen as default } from '../screens/permission-sets/SimulationScreen.tsx';
