export { loadOtherData as loader, OtherDataPage as default } from '../screens/unread/OtherData.tsx';
