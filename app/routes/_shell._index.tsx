export { Home as default, loadHome as loader } from '../screens/home/Home.tsx';
