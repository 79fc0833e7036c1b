import { Suspense, useState } from 'react';
import { useHydrated } from '../../../ui/form-events.ts';
import { later } from '../../../ui/later.ts';
import { ExtraFieldLines } from '../ExtraFieldLines.tsx';
import type { DrawControl } from '../../forms/FieldControl.tsx';
import type { RecordParts } from '../record-parts.ts';

const Editor = later(async () => (await import('./ExtraFieldsEditor.tsx')).ExtraFieldsEditor);

const drawFields: DrawControl = (control, text, drawn) => <FieldsControl control={control} text={text} drawn={drawn} />;

type DrawProps = Record<'control', Parameters<DrawControl>[0]> & { text: string; drawn: Parameters<DrawControl>[2] };

/** Editable rows, once their script has loaded; before that, without scripts, or once somebody typed there: one line per field. */
function FieldsControl({ control, text, drawn }: DrawProps) {
  const [written, setWritten] = useState<string | null>(null);
  const lines = <ExtraFieldLines control={control} text={text} errors={drawn.errors} written={written} onWrite={setWritten} />;
  if (!useHydrated() || written !== null) return lines;
  return (
    <Suspense fallback={lines}>
      <Editor control={control} text={text} {...drawn} />
    </Suspense>
  );
}

export const DOCUMENT_TYPE_PARTS: RecordParts = { controls: { campos: drawFields }, lost: 'no se ofrece para documentos nuevos' };
export const CATEGORY_PARTS: RecordParts = { lost: 'no se ofrece para tipos ni documentos nuevos' };
