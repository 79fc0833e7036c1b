import { useLoaderData } from '@remix-run/react';
import type { loadUser } from '../screens/users/record-data.ts';
import { UserForm } from '../screens/users/UserForm.tsx';
import { UserView } from '../screens/users/UserView.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnUser as action } from '../screens/users/act-on-user.ts';
export { loadUser as loader } from '../screens/users/record-data.ts';

export default function UserRoute() {
  const data = useLoaderData<typeof loadUser>();
  return data.screen === 'view' ? <UserView data={data} /> : <UserForm key={data.formToken} data={data} />;
}
