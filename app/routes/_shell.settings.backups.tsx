export { BackupsView as default, loadBackups as loader } from '../screens/operations/BackupsView.tsx';
