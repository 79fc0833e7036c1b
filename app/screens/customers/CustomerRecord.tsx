import { formatDateLong, startOfDay } from '#server/domain/dates.ts';
import { formatDpi } from '#server/domain/digit-groups.ts';
import { Card } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { listHref } from '../lists/record-links.ts';
import { MailLink, PhoneLink } from './contact-links.tsx';
import type { CustomerRecordData } from './customer-data.ts';
import { LIST_URL } from './list-url.ts';

/** One customer as the core system has it. */
export function CustomerRecord({ data: { customer, back, freshness } }: { data: CustomerRecordData }) {
  const title = customer.nombre || customer.codigo || customer.id;
  const { fechaAsociacion } = customer;
  return (
    <>
      <PageHead
        title={title}
        crumbs={[{ label: 'Asociados', href: listHref(LIST_URL, back) }, { label: title }]}
        freshness={<FreshnessNote {...freshness} />}
      />
      <div className="grid max-w-4xl gap-4">
        <Card title="Identificación">
          <DescriptionList
            facts={[
              { label: 'Código', value: customer.codigo },
              { label: 'Nombre', value: customer.nombre },
              { label: 'DPI', value: customer.dpi ? <span className="tabular">{formatDpi(customer.dpi)}</span> : null },
              { label: 'Estado', value: <StateLabel on={customer.estado} /> },
            ]}
          />
        </Card>
        <Card title="Contacto">
          <DescriptionList
            facts={[
              { label: 'Teléfono', value: <PhoneLink telefono={customer.telefono} /> },
              { label: 'Correo electrónico', value: <MailLink correo={customer.correo} /> },
            ]}
          />
        </Card>
        <Card title="Asociación">
          <DescriptionList
            facts={[
              { label: 'Agencia', value: customer.agencyName },
              { label: 'Fecha de asociación', value: fechaAsociacion === '' ? null : formatDateLong(startOfDay(fechaAsociacion)) },
            ]}
          />
          <p className="mt-3 text-muted">Estos datos vienen del sistema central de la cooperativa y no se modifican en el portal.</p>
        </Card>
      </div>
    </>
  );
}
