import { useFetcher } from '@remix-run/react';
import { useState } from 'react';
import { PACKAGE_LINES_MAX } from '#server/domain/package-states.ts';
import { QUERY_MAX } from '#server/domain/search.ts';
import type { SendableDocument } from '#server/features/packages/find-sendable.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import { announceInput } from '../../ui/form-events.ts';
import { TextInput } from '../../ui/inputs.tsx';
import type { DraftAnswer } from './act-on-package.ts';
import { RemoveLine } from './PaperLines.tsx';
import type { Lines } from './use-lines.ts';

interface DocumentLinesProps {
  lines: Lines;
  /** What was searched for without script. */
  found: DraftAnswer['found'];
  errors: Readonly<Record<string, readonly string[]>>;
  action: string;
}

/** Existing documents, picked by a search among those that the person can send. */
export function DocumentLines({ lines: { lines, add, remove }, found: given, errors, action }: DocumentLinesProps) {
  const fetcher = useFetcher<DraftAnswer | { lost: true }>();
  const [q, setQ] = useState(given?.q ?? '');
  const answer = fetcher.data && 'found' in fetcher.data ? fetcher.data.found : null;
  const found = answer ?? given;
  const find = () => fetcher.submit({ intent: 'find', needReassign: 'true', q }, { method: 'post', action });
  return (
    <>
      <ol className="package-lines">
        {lines.map(({ key, lineId, document, documentId, digitalizationId }, index) => {
          const name = (field: string) => `line.${index}.${field}`;
          const wrong = ['digitalizationId', 'document', 'documentId'].flatMap((field) => errors[name(field)] ?? []);
          return (
            <li key={key} id={fieldId(name('digitalizationId'))} tabIndex={-1}>
              <span className="line-number tabular">{index + 1}</span>
              {Object.entries({ lineId, document, documentId, digitalizationId }).map(([field, value]) => (
                <input key={field} type="hidden" name={name(field)} value={value} />
              ))}
              <span className="line-document">{document || digitalizationId}</span>
              <RemoveLine
                action={action}
                index={index}
                onRemove={() => {
                  announceInput(globalThis.document.querySelector<HTMLElement>('.package-lines'));
                  remove(key);
                }}
              />
              <FieldErrors id={`${fieldId(name('digitalizationId'))}-error`} errors={wrong} />
            </li>
          );
        })}
      </ol>
      {lines.length === 0 ? <p className="mb-2 text-muted">Todavía no hay documentos. Búsquelos y agréguelos.</p> : null}
      <div className="flex flex-wrap gap-2">
        <TextInput
          type="search"
          name="q"
          className="max-w-80"
          aria-label="Buscar documentos que puede enviar"
          placeholder="Nombre o tipo del documento"
          maxLength={QUERY_MAX}
          value={q}
          onChange={({ target }) => setQ(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            find();
          }}
        />
        <Button
          type="submit"
          icon="search"
          name="intent"
          value="find"
          disabled={fetcher.state !== 'idle'}
          onClick={(event) => {
            event.preventDefault();
            find();
          }}
        >
          Buscar
        </Button>
      </div>
      {found ? (
        <FoundDocuments
          found={found}
          action={action}
          taken={new Set(lines.map(({ digitalizationId }) => digitalizationId))}
          isFull={lines.length >= PACKAGE_LINES_MAX}
          onAdd={({ id, documentName, documentId, categoryId }) => {
            add({ digitalizationId: id, document: documentName, documentId, categoryId });
            announceInput(globalThis.document.querySelector<HTMLElement>('.package-lines'));
          }}
        />
      ) : null}
    </>
  );
}

interface FoundDocumentsProps {
  found: NonNullable<DraftAnswer['found']>;
  action: string;
  /** Ids of those that are in the package. */
  taken: ReadonlySet<string>;
  isFull: boolean;
  onAdd: (document: SendableDocument) => void;
}

function FoundDocuments({ found: { rows, more }, action, taken, isFull, onAdd }: FoundDocumentsProps) {
  if (rows.length === 0)
    return (
      <p className="mt-2 text-muted" role="status">
        Ningún documento que usted pueda enviar coincide. Puede enviar los que tiene asignados y los de su agencia que no tiene nadie.
      </p>
    );
  return (
    <>
      <ul className="found-documents" aria-label="Documentos encontrados">
        {rows.map((row) => (
          <li key={row.id}>
            <span className="min-w-0 flex-1">
              <span className="wrap-anywhere">{row.documentName}</span>{' '}
              <span className="text-muted">{[row.typeName, row.holderName].filter(Boolean).join(' · ')}</span>
            </span>
            {taken.has(row.id) ? (
              <span className="text-muted">En el paquete</span>
            ) : (
              <Button
                type="submit"
                small
                icon="plus"
                name="intent"
                value="add-line"
                disabled={isFull}
                aria-label={`Agregar ${row.documentName}`}
                formAction={`${action}${action.includes('?') ? '&' : '?'}document=${encodeURIComponent(row.id)}`}
                onClick={(event) => {
                  event.preventDefault();
                  onAdd(row);
                }}
              >
                Agregar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more ? <p className="mt-1 text-muted">Hay más: escriba otra palabra para encontrarlos.</p> : null}
    </>
  );
}
