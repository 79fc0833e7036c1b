export { followAlert as loader } from '../screens/alerts/alerts-data.ts';

/** Never rendered: the loader redirects. */
export default function AlertRoute() {
  return null;
}
