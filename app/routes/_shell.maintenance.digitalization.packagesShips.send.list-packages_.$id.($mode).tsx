import type { LinksFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { loadPackage } from '../screens/packages/package-data.ts';
import { PackageForm } from '../screens/packages/PackageForm.tsx';
import { SentRecord } from '../screens/packages/SentRecord.tsx';
import packageStyles from '../styles/packages.css';

export { actOnPackage as action } from '../screens/packages/act-on-package.ts';
export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { loadPackage as loader } from '../screens/packages/package-data.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: packageStyles }];

export default function SentPackageRoute() {
  const data = useLoaderData<typeof loadPackage>();
  return data.screen === 'view' ? <SentRecord data={data} /> : <PackageForm key={data.draft?.id ?? 'new'} data={data} />;
}
