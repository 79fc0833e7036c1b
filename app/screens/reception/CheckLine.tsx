import { PACKAGE_TEXT_MAX, VERDICTS, VERDICT_LABELS } from '#server/domain/package-states.ts';
import { documentHref } from '../documents/document-links.ts';
import type { ReceptionAnswer } from './act-on-received.ts';
import { lineField, wasText } from './check-fields.ts';
import { moveInChecks, VERDICT_KEYS } from './move-in-checks.ts';
import type { ReceptionData } from './reception-data.ts';

interface CheckLineProps {
  line: ReceptionData['received']['lines'][number];
  place: number;
  answer: ReceptionAnswer | null;
}

/** One line of a package with its four verdicts and a note. */
export function CheckLine({ line, place, answer }: CheckLineProps) {
  const [verdictName, noteName] = [lineField(place, 'verdict'), lineField(place, 'note')];
  const verdict = answer ? (answer.values[verdictName] ?? '') : line.verdict;
  const errors = [...(answer?.errors[verdictName] ?? []), ...(answer?.errors[noteName] ?? [])];
  const title = line.document || 'Sin nombre';
  const titleId = `linea-${place}`;
  return (
    <li className="check-line" data-line="">
      <input type="hidden" name={lineField(place, 'lineId')} value={line.lineId} />
      <input type="hidden" name={lineField(place, 'was')} value={wasText(line)} />
      <p id={titleId} className="check-title">
        <span className="tabular text-muted">{place + 1}. </span>
        <span className="font-semibold">{title}</span> <span className="text-muted">{line.typeName}</span>
      </p>
      <div role="radiogroup" aria-labelledby={titleId} className="check-choices">
        {VERDICTS.map((one) => (
          <label key={one} className="check-choice" data-verdict={one}>
            <input
              type="radio"
              name={verdictName}
              value={one}
              defaultChecked={verdict === one}
              aria-keyshortcuts={VERDICT_KEYS[one]}
              onKeyDown={moveInChecks}
            />
            {VERDICT_LABELS[one]}
          </label>
        ))}
      </div>
      <input
        type="text"
        name={noteName}
        className="input check-note"
        aria-label={`Nota de ${title}`}
        placeholder="Nota"
        maxLength={PACKAGE_TEXT_MAX.lineNote}
        onKeyDown={moveInChecks}
        defaultValue={answer?.values[noteName] ?? line.note}
      />
      {line.opens ? (
        <a className="text-link check-open" href={documentHref(line.digitalizationId)} target="_blank" rel="noreferrer">
          Ver
        </a>
      ) : null}
      {errors.length === 0 ? null : <p className="field-error basis-full">{errors.join(' ')}</p>}
    </li>
  );
}
