import { useEffect, useRef, useState } from 'react';
import type { Noun } from '#server/domain/grammar.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ActButton, ActFields, headingOf, Refused, useBulkAnswer, type BulkAct, type Options } from './ActFields.tsx';

interface ActPanelProps {
  act: BulkAct;
  /** None for everything that the search found. */
  ids: readonly string[];
  count: number;
  /** It reaches records besides the rows of this page. */
  isBeyond: boolean;
  noun: Noun;
  onClose: () => void;
}

/** The fields an act asks for, inside the bar: whoever selected rows far down the list sees them at once. */
export function ActPanel({ act, ids, count, isBeyond, noun, onClose }: ActPanelProps) {
  const answer = useBulkAnswer();
  const [known] = useState(answer);
  const panel = useRef<HTMLDivElement>(null);
  const { options, retry } = useOptions(act, ids);
  const heading = headingOf(act, noun, count);
  const freshAnswer = answer !== known && answer?.bulk === act.intent ? answer : null;
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('select, textarea, input:not([type=hidden])')?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus({ preventScroll: true });
  }, [freshAnswer]);
  return (
    <div ref={panel} role="group" aria-labelledby="accion" className="grid max-w-160 gap-3 py-1">
      <h2 id="accion">{heading}</h2>
      {options === 'failed' ? (
        <Notice kind="error" live>
          No se pudo cargar de qué elegir.{' '}
          <Button small onClick={retry}>
            Intentar de nuevo
          </Button>
        </Notice>
      ) : null}
      {freshAnswer && Object.keys(freshAnswer.errors).length === 0 ? <Refused message={freshAnswer.message} className="" /> : null}
      <ActFields act={act} options={options === 'failed' ? null : options} errors={freshAnswer?.errors} heading={heading} count={count} />
      <div className="flex gap-2">
        <ActButton intent={act.intent} label={isBeyond ? heading : act.label} />
        <Button onClick={onClose}>Cancelar</Button>
      </div>
    </div>
  );
}

/** The choices of an act, fetched where it has an `optionsHref`; an act without one has them at once. */
function useOptions({ optionsHref }: BulkAct, ids: readonly string[]): { options: Options | 'failed' | null; retry: () => void } {
  const [options, setOptions] = useState<Options | 'failed' | null>(optionsHref ? null : {});
  const [attempt, setAttempt] = useState(0);
  const href = optionsHref?.(ids);
  useEffect(() => {
    if (href === undefined) return;
    const left = new AbortController();
    fetch(href, { headers: { Accept: 'application/json' }, signal: left.signal })
      .then(async (response) => setOptions(response.ok ? ((await response.json()) as Options) : 'failed'))
      .catch(() => (left.signal.aborted ? undefined : setOptions('failed')));
    return () => left.abort();
  }, [href, attempt]);
  return {
    options,
    retry: () => {
      setOptions(null);
      setAttempt(attempt + 1);
    },
  };
}
