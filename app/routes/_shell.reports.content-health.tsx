export { ContentHealth as default, loadContentHealth as loader } from '../screens/content-health/ContentHealth.tsx';
