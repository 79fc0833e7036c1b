export { loadAllConstants as loader } from '../screens/settings/constants-data.ts';
export { ConstantsList as default } from '../screens/settings/ConstantsList.tsx';
