import { Form, useLoaderData } from '@remix-run/react';
import { ALERTS_URL, alertUrl, UNREAD_MAX } from '#server/domain/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { shortDateTime } from '../../ui/short-dates.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { loadAlerts } from './alerts-data.ts';

/** The person's alerts, newest first. */
export function AlertsScreen() {
  const { alerts, hasMore, all, unread } = useLoaderData<typeof loadAlerts>();
  const here = all ? `${ALERTS_URL}?todos=1` : ALERTS_URL;
  return (
    <>
      <PageHead
        title="Avisos"
        subtitle={
          <>
            Se guardan 60 días. Cuáles llegan también por correo se elige en{' '}
            <a className="text-link" href="/account#avisos" data-nav="">
              Mi cuenta
            </a>
            .
          </>
        }
        primary={
          unread > 0 ? (
            <Form method="post" action={here}>
              <Button type="submit" name="intent" value="read" icon="check">
                Marcar todos como leídos
              </Button>
            </Form>
          ) : null
        }
      />
      <Tabs
        label="Avisos"
        tabs={[
          {
            label: 'Sin leer',
            href: ALERTS_URL,
            current: !all,
            ...(unread > 0 && { count: unread >= UNREAD_MAX ? `${UNREAD_MAX - 1}+` : String(unread) }),
          },
          { label: 'Todos', href: `${ALERTS_URL}?todos=1`, current: all },
        ]}
      />
      {alerts.length === 0 ? (
        <EmptyState icon="bell" title={all ? 'Todavía no tiene avisos.' : 'No tiene avisos sin leer.'}>
          Aquí verá lo que le asignan, le envían o le devuelven, y las notas que le mencionan.
        </EmptyState>
      ) : (
        <ul className="surface max-w-4xl divide-y divide-line">
          {alerts.map(({ id, text, at, isRead }) => (
            <li key={id} className="flex items-start gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1">
                <a className={isRead ? 'text-link wrap-anywhere' : 'text-link font-semibold wrap-anywhere'} href={alertUrl(id)} data-nav="">
                  {isRead ? null : <span className="sr-only">Sin leer: </span>}
                  {text}
                </a>
                <p className="tabular text-muted">{shortDateTime(at)}</p>
              </div>
              {isRead ? null : (
                <Form method="post" action={here}>
                  <Button
                    type="submit"
                    look="quiet"
                    name="intent"
                    value={`read:${id}`}
                    icon="check"
                    aria-label={`Marcar como leído: ${text}`}
                    title="Marcar como leído"
                    className="btn-square"
                  />
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasMore ? <p className="mt-2 text-muted">Se muestran los {alerts.length} más recientes.</p> : null}
    </>
  );
}
