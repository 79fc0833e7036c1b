export { actOnUnreadList as action, loadUnreadList as loader, UnreadList as default } from '../screens/unread/UnreadList.tsx';
