/** The photos are shown on their service's page: this address only accepts their forms. */
export { actOnPhotos as action, toService as loader } from '../screens/catalogs/products/service-data.ts';

/** Never rendered; but with a component, refusals of the action get the portal's error page. */
export default function PhotosRoute() {
  return null;
}
