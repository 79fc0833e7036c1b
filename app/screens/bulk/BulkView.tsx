import { Form, useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { bulkUrl } from '#server/domain/bulk.ts';
import { agree, capitalize } from '#server/domain/grammar.ts';
import { countOf, formatCount } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PlainTable, type PlainColumn } from '../../ui/PlainTable.tsx';
import type { BulkData } from './bulk-data.ts';

const ASK_EVERY_MS = 1_500;

type Refused = BulkData['refused'][number];

/** An act on many records: how far it is, with which of them it could not be done and why, and the way back. */
export function BulkView({ data }: { data: BulkData }) {
  const { label, chosen, noun, total, isOver, canUndo, refused, source } = data;
  return (
    <>
      <PageHead
        title={chosen === '' ? label : `${label}: ${chosen}`}
        crumbs={[{ label: capitalize(noun.plural), href: source }, { label }]}
        subtitle={`${countOf(total, noun.singular, noun.plural)}.`}
        secondary={
          <ButtonLink href={source} icon="arrow-left">
            Volver a la lista
          </ButtonLink>
        }
        primary={
          canUndo ? (
            <Form method="post" action={bulkUrl(data.id)}>
              <Button type="submit" name="intent" value="undo" look="primary" icon="rotate-cw">
                Deshacer
              </Button>
            </Form>
          ) : null
        }
      />
      <div className="mb-4 max-w-4xl">{isOver ? <Outcome data={data} /> : <UnderWay data={data} />}</div>
      {refused.length > 0 ? (
        <Card title={capitalize(agree(noun, 'rechazado', 2))} className="max-w-4xl">
          <PlainTable caption={`${capitalize(noun.plural)} que no cambiaron`} columns={REFUSED} rows={refused} keyOf={({ id }) => id} />
        </Card>
      ) : null}
    </>
  );
}

const REFUSED: readonly PlainColumn<Refused>[] = [
  { label: 'Registro', look: 'key', cell: ({ name }) => name || 'Sin nombre para usted' },
  { label: 'Motivo', cell: ({ reason }) => reason },
];

function Outcome({ data: { sentence, hasRefused } }: { data: BulkData }) {
  return <Notice kind={hasRefused ? 'warning' : 'success'}>{sentence}</Notice>;
}

type Progress = Pick<BulkData, 'isOver' | 'outcomes'>;

function UnderWay({ data }: { data: BulkData }) {
  const { id, state, total } = data;
  const { outcomes } = useProgress(data);
  const isUndo = state === 'undoing';
  const all = isUndo ? outcomes.done + outcomes.undone + outcomes.kept : total;
  const ready = isUndo ? outcomes.undone + outcomes.kept : total - outcomes.waiting;
  return (
    <Notice kind="info" live>
      <p>{`${isUndo ? 'Se está deshaciendo' : 'Se está haciendo'}: ${formatCount(ready)} de ${formatCount(all)}`}</p>
      <progress className="progress mt-2 w-full max-w-80" max={Math.max(all, 1)} value={ready} aria-label="Avance" />
      <p className="mt-2">Puede seguir trabajando: se termina aunque cierre esta página.</p>
      <noscript>
        <a className="text-link" href={bulkUrl(id)}>
          Ver cómo va
        </a>
      </noscript>
    </Notice>
  );
}

/** Asks how far it is until it is over, then loads the page again. */
function useProgress({ id, isOver, outcomes }: BulkData): Progress {
  const [told, setTold] = useState<Progress>({ isOver, outcomes });
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (isOver) return;
    const ask = async () => {
      const answer = await fetch(`${bulkUrl(id)}/progress`).then(
        (response) => (response.ok ? (response.json() as Promise<Progress>) : null),
        () => null,
      );
      if (!answer) return;
      setTold(answer);
      if (answer.isOver) revalidate();
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [id, isOver, revalidate]);
  return told;
}
