import { useActionData, useLoaderData } from '@remix-run/react';
import { HandedLink, type Handed } from '../screens/people/HandedLink.tsx';
import type { loadUser } from '../screens/people/record-data.ts';
import { UserForm } from '../screens/people/UserForm.tsx';
import { UserView } from '../screens/people/UserView.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnUser as action } from '../screens/people/act-on-user.ts';
export { loadUser as loader } from '../screens/people/record-data.ts';

export default function UserRoute() {
  const data = useLoaderData<typeof loadUser>();
  const answer = useActionData<Partial<Handed>>();
  if (answer?.handed) return <HandedLink handed={answer.handed} back={data.back} />;
  return data.screen === 'view' ? <UserView data={data} /> : <UserForm key={data.formToken} data={data} />;
}
