import { useLoaderData } from '@remix-run/react';
import type { loadView } from '../screens/views/view-data.ts';
import { ViewForm } from '../screens/views/ViewForm.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnView as action } from '../screens/views/act-on-view.ts';
export { loadView as loader } from '../screens/views/view-data.ts';

export default function ViewRoute() {
  const data = useLoaderData<typeof loadView>();
  return <ViewForm key={`${data.id} ${data.version}`} data={data} />;
}
