import type { UploadType } from '#server/features/digitalization/find-upload-types.ts';
import type { UploadAnswer } from '#server/features/digitalization/upload-document.ts';
import type { Option } from '../../ui/inputs.tsx';
import { reasonToRefuse, type UploadFields, type UploadTarget } from '../files/upload-target.ts';
import { documentHref, PARTS_URL, UPLOAD_URL } from './document-links.ts';

export function typeOptions(types: readonly UploadType[]): Option[] {
  return types.map(({ id, name, categoryName }) => ({ value: id, label: `${categoryName} › ${name}` }));
}

/** Where one document goes, with everything that its form holds. */
export function indexingTarget(type: UploadType, maxBytes: number, values: UploadFields): UploadTarget {
  return {
    address: UPLOAD_URL,
    partsAddress: PARTS_URL,
    fields: { ...values, categoryId: type.categoryId, documentId: type.id },
    final: [400, 403, 404, 413, 415],
    refuses: (file) => reasonToRefuse(file, { name: type.name, extensions: type.extensions, maxBytes }),
    finish(answer) {
      const { id, documentName, duplicateOf, warnings } = answer as UploadAnswer;
      const repeats = duplicateOf ? [`Mismo contenido que «${duplicateOf.documentName}» (${duplicateOf.typeName}).`] : [];
      return { name: documentName, href: documentHref(id), note: [...repeats, ...warnings].join(' ') };
    },
    desk: null,
  };
}
