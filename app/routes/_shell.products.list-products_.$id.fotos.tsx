/** The photos show on their service's page: this address only takes their forms. */
export { actOnPhotos as action, toService as loader } from '../screens/catalogs/products/service-data.ts';

/** Never shown; with a component, what the action refuses gets the portal's error page. */
export default function PhotosRoute() {
  return null;
}
