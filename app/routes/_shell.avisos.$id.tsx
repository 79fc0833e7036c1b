export { followAlert as loader } from '../screens/alerts/alerts-data.ts';

/** Nothing of its own: it leads on. */
export default function AlertRoute() {
  return null;
}
