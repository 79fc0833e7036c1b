import { useLoaderData } from '@remix-run/react';
import { GeneralForm, type loadGeneral } from '../screens/settings/GeneralForm.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnGeneral as action, loadGeneral as loader } from '../screens/settings/GeneralForm.tsx';

export default function GeneralSettingsRoute() {
  const data = useLoaderData<typeof loadGeneral>();
  // Saving redirects back here: the new key resets the form, without the failure of an earlier attempt.
  return <GeneralForm key={data.version} data={data} />;
}
