export { actOnUserList as action, loadUserList as loader, UserList as default } from '../screens/people/UserList.tsx';
