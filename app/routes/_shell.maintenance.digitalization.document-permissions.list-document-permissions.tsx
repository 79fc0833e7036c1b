export { SetList as default, loadSetList as loader } from '../screens/roles/SetList.tsx';
