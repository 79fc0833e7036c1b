import { formText } from '#server/domain/form-text.ts';
import { PACKAGE_LINES_MAX } from '#server/domain/package-states.ts';
import type { LineInput, PackageInput } from '#server/features/packages/draft-input.ts';

const CONTROL = /^line\.(\d{1,4})\.(lineId|document|categoryId|documentId|digitalizationId)$/;
type LineField = 'lineId' | 'document' | 'categoryId' | 'documentId' | 'digitalizationId';

const EMPTY: LineInput = { lineId: '', document: '', categoryId: '', documentId: '', digitalizationId: '' };

/** What the form of a package sends, and the type that its empty line keeps for the next one. */
export interface PackageForm {
  input: PackageInput;
  keptType: string;
}

/** Lines in the order of their numbers, without those that say nothing: what is wrong is told by the place among the rest. */
export function readPackageForm(form: FormData): PackageForm {
  const numbered = readLines(form);
  const lines = numbered
    .filter(({ document, digitalizationId }) => document.trim() !== '' || digitalizationId !== '')
    // One too many is enough to be refused.
    .slice(0, PACKAGE_LINES_MAX + 1);
  return {
    input: {
      agencyId: formText(form, 'agencyId'),
      userAssign: formText(form, 'userAssign'),
      needReassign: formText(form, 'needReassign') === 'true',
      note: formText(form, 'note'),
      digitalizationId: formText(form, 'digitalizationId'),
      lines,
    },
    keptType: numbered.at(-1)?.documentId ?? '',
  };
}

function readLines(form: FormData): LineInput[] {
  const lines = new Map<number, LineInput>();
  for (const [name, value] of form) {
    const match = CONTROL.exec(name);
    if (!match || typeof value !== 'string') continue;
    const number = Number(match[1]);
    lines.set(number, { ...(lines.get(number) ?? EMPTY), [match[2] as LineField]: value });
  }
  return [...lines].sort(([one], [other]) => one - other).map(([, line]) => line);
}
