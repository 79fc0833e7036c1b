import type { LinksFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { loadPackage } from '../screens/packages/package-data.ts';
import { PackageForm } from '../screens/packages/PackageForm.tsx';
import { PackageRecord } from '../screens/packages/PackageRecord.tsx';
import packageStyles from '../styles/packages.css';

export { actOnPackage as action } from '../screens/packages/act-on-package.ts';
export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { loadPackage as loader } from '../screens/packages/package-data.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: packageStyles }];

export default function SentPackageRoute() {
  const data = useLoaderData<typeof loadPackage>();
  if (data.form) return <PackageForm key={data.record?.id ?? 'new'} data={data} form={data.form} />;
  return data.sent ? <PackageRecord data={data} record={data.sent} /> : null;
}
