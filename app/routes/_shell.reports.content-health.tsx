export { ContentHealth as default, loadContentHealth as loader } from '../screens/contents/ContentHealth.tsx';
