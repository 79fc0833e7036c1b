export { SetList as default, loadSetList as loader } from '../screens/permission-sets/SetList.tsx';
