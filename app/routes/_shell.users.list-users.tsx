export { loadUserList as loader, UserList as default } from '../screens/users/UserList.tsx';
