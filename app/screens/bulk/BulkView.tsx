import { Form } from '@remix-run/react';
import { bulkUrl } from '#server/domain/bulk.ts';
import { agree, capitalize, type Noun } from '#server/domain/grammar.ts';
import { countOf, formatCount } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { UnderWay, useProgress } from '../../ui/UnderWay.tsx';
import type { BulkData } from './bulk-data.ts';

type Refusals = BulkData['refused'][number];

/** A bulk act: its progress, why it failed and for which records, and the undo. */
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
          <ul className="grid gap-4">
            {refused.map((refusals) => (
              <li key={refusals.reason}>
                <RefusedFor refusals={refusals} noun={noun} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}

/** So many names are in sight; the others open under them. */
const NAMES_IN_SIGHT = 5;

/** One reason, how many records it kept from changing, and which. */
function RefusedFor({ refusals: { reason, count, records }, noun }: { refusals: Refusals; noun: Noun }) {
  const names = records.flatMap(({ name }) => name || []);
  const unnamed = records.length - names.length;
  const rest = [
    unnamed > 0 ? `${formatCount(unnamed)} sin nombre para usted` : '',
    count > records.length ? `${formatCount(count - records.length)} más que aquí no se nombran` : '',
  ].filter((words) => words !== '');
  // One more would take as much room as the words that hide it.
  const inSight = names.length <= NAMES_IN_SIGHT + 1 ? names.length : NAMES_IN_SIGHT;
  const hidden = names.slice(inSight);
  return (
    <>
      <p>
        <strong>{countOf(count, noun.singular, noun.plural)}:</strong> {reason}
      </p>
      <p className="text-muted">{[...names.slice(0, inSight), ...rest].join(' · ')}</p>
      {hidden.length > 0 ? (
        <details>
          <summary className="text-[0.8125rem] text-muted">{`Ver ${formatCount(hidden.length)} más`}</summary>
          <p className="text-muted">{hidden.join(' · ')}</p>
        </details>
      ) : null}
    </>
  );
}

function Outcome({ data: { sentence, hasRefused } }: { data: BulkData }) {
  return (
    <Notice kind={hasRefused ? 'warning' : 'success'} live>
      {sentence}
    </Notice>
  );
}

type Progress = Pick<BulkData, 'isOver' | 'outcomes' | 'waits'>;

const isOverBy = ({ isOver }: Progress) => isOver;

function RunProgress({ data: { id, state, total, ...came } }: { data: BulkData }) {
  const { outcomes, waits } = useProgress<Progress>({
    href: `${bulkUrl(id)}/progress`,
    came,
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
      note={waits || 'Puede seguir trabajando: se termina aunque cierre esta página.'}
      href={bulkUrl(id)}
    />
  );
}
