import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireStaff } from '../../context.ts';
import { LinkCards } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';

export async function loadFileReports({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'briefcase-reports');
  return context.portal.reports
    .list({ actor })
    .filter((report) => report.menu === 'briefcase-reports')
    .map(({ title, description, question, url }) => ({ title, text: description ?? question, href: url }));
}

/** Menu of the Maletín's reports. */
export function FileReports() {
  return (
    <>
      <PageHead title="Reportes del Maletín" subtitle="Cargas y descargas por usuario y por archivo, en pantalla, Excel o CSV." />
      <LinkCards cards={useLoaderData<typeof loadFileReports>().map((report) => ({ ...report, icon: 'chart-no-axes-column' }))} />
    </>
  );
}
