import { Form } from '@remix-run/react';
import { bulkUrl } from '#server/domain/bulk.ts';
import { agree, capitalize } from '#server/domain/grammar.ts';
import { countOf, formatCount } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PlainTable, type PlainColumn } from '../../ui/PlainTable.tsx';
import { UnderWay, useProgress } from '../../ui/UnderWay.tsx';
import type { BulkData } from './bulk-data.ts';

type Refused = BulkData['refused'][number];

/** A bulk act: its progress, the records it failed for and why, and the undo. */
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
      <div className="mb-4 max-w-4xl">{isOver ? <Outcome data={data} /> : <RunProgress data={data} />}</div>
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

const isOverBy = ({ isOver }: Progress) => isOver;

function RunProgress({ data: { id, state, total, isOver, outcomes: cameWith } }: { data: BulkData }) {
  const { outcomes } = useProgress<Progress>({
    href: `${bulkUrl(id)}/progress`,
    came: { isOver, outcomes: cameWith },
    isOver: isOverBy,
  });
  const isUndo = state === 'undoing';
  const all = isUndo ? outcomes.done + outcomes.undone + outcomes.kept : total;
  const ready = isUndo ? outcomes.undone + outcomes.kept : total - outcomes.waiting;
  return (
    <UnderWay
      text={`${isUndo ? 'Se está deshaciendo' : 'Se está haciendo'}: ${formatCount(ready)} de ${formatCount(all)}`}
      value={ready}
      max={Math.max(all, 1)}
      note="Puede seguir trabajando: se termina aunque cierre esta página."
      href={bulkUrl(id)}
    />
  );
}
