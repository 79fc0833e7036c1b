import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { useState } from 'react';
import { FreshForm } from '../screens/forms/FreshForm.tsx';
import { HandedLink, type Handed } from '../screens/people/HandedLink.tsx';
import type { loadUser } from '../screens/people/record-data.ts';
import { UserForm } from '../screens/people/UserForm.tsx';
import { UserView } from '../screens/people/UserView.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnUser as action } from '../screens/people/act-on-user.ts';
export { loadUser as loader } from '../screens/people/record-data.ts';

export default function UserRoute() {
  const data = useLoaderData<typeof loadUser>();
  const handed = useHanded();
  if (handed) return <HandedLink handed={handed} back={data.back} />;
  if (data.screen === 'view') return <UserView data={data} />;
  return (
    <FreshForm token={data.formToken} given={data} bySearch>
      {(given) => <UserForm data={given} />}
    </FreshForm>
  );
}

/** The answer with the link, until the page is left: it appears only once, and Remix forgets an answer when data load again. */
function useHanded(): Handed['handed'] | null {
  const answer = useActionData<Partial<Handed>>();
  const { key } = useLocation();
  const [kept, keep] = useState<{ key: string; handed: Handed['handed'] } | null>(null);
  if (answer?.handed && kept?.key !== key) keep({ key, handed: answer.handed });
  return kept?.key === key ? kept.handed : null;
}
