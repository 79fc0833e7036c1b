import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { OtherDatum, ShownValue } from '#server/features/unread/other-data.ts';
import { requireStaff } from '../../context.ts';
import { Card } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { pageLink } from '../../ui/page-link.tsx';

export async function loadOtherData({ request, context }: LoaderFunctionArgs) {
  const pathname = new URL(request.url).searchParams.get('page') ?? '';
  const actor = requireStaff(context, 'settings-machinery');
  return { pathname, data: await context.portal.unread.getOtherData({ actor, requestId: context.requestId, pathname }) };
}

/** Loaded when an administrator asks for it on a record's page. */
export function OtherDataPage() {
  const { pathname, data } = useLoaderData<typeof loadOtherData>();
  return (
    <>
      <PageHead
        title="Otros datos"
        subtitle="Lo que guarda el documento y el portal no usa."
        crumbs={[
          { label: 'Registro', href: pathname.startsWith('/') && !pathname.startsWith('//') ? pathname : '/' },
          { label: 'Otros datos' },
        ]}
      />
      <Card title="Guardado por otros programas">
        <OtherData data={data} />
      </Card>
    </>
  );
}

function OtherData({ data }: { data: readonly OtherDatum[] }) {
  if (data.length === 0) return <p className="text-muted">El documento no guarda nada que el portal no use.</p>;
  return <DescriptionList facts={Object.fromEntries(data.map(({ name, value }) => [name, <Shown key={name} value={value} />]))} />;
}

function Shown({ value }: { value: ShownValue }) {
  if (typeof value === 'string') return <span className="wrap-anywhere whitespace-pre-line">{value}</span>;
  if ('text' in value) return pageLink(value.href, value.text);
  if ('items' in value)
    return (
      <ul className="list-disc ps-4">
        {value.items.map((item, index) => (
          <li key={index}>
            <Shown value={item} />
          </li>
        ))}
      </ul>
    );
  return <DescriptionList facts={Object.fromEntries(value.fields.map(([name, field]) => [name, <Shown key={name} value={field} />]))} />;
}
