import { useActionData } from '@remix-run/react';
import { campoName } from '#server/domain/extra-values.ts';
import { baseText } from '#server/domain/form-value.ts';
import type { FormBase } from '#server/domain/conflict.ts';
import { optionsOfRecords } from '../forms/options-of-records.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { EditForm } from '../forms/EditForm.tsx';
import { listHref } from '../../record-links.ts';
import type { DocumentEditFailure } from './act-on-documents.ts';
import { campoControls, campoFields } from './document-fields.tsx';
import { documentHref, LIST_URL } from './document-links.ts';
import type { DocumentData } from './record-data.ts';

/** Form for name, type and the type's own fields. After a change of type, the form comes back with the new type's fields if it has any. */
export function DocumentEdit({ data: { document, fields: own, types, back } }: { data: DocumentData }) {
  const failure = useActionData<Partial<DocumentEditFailure>>();
  const { id, version, values, typeName, categoryName } = document;
  const title = values.documentName || id;
  const cancelHref = documentHref(id, { back });
  const fields = failure?.fields ?? document.fields;
  const held: FormBase = { ...Object.fromEntries(fields.map(({ clave }) => [campoName(clave), null])), ...formBase(document.values) };
  const options = optionsOfRecords(types, { value: values.documentId, label: `${categoryName} › ${typeName}` });
  return (
    <>
      <PageHead
        title={`Editar ${title}`}
        crumbs={[{ label: 'Documentos', href: listHref(LIST_URL, back) }, { label: title, href: cancelHref }, { label: 'Editar' }]}
      />
      <EditForm
        fields={[
          ...own.filter(({ name }) => name !== 'categoryId').map((field) => (field.name === 'documentId' ? { ...field, options } : field)),
          ...campoFields(fields, {
            rules: document.rules,
            textOf: (name) => baseText(held[name] ?? null),
            members: document.campos.flatMap(({ member }) => (member ? [{ value: member.id, label: member.label }] : [])),
          }),
        ]}
        version={version}
        values={held}
        action={documentHref(id, { mode: 'edit', back })}
        draw={campoControls(fields)}
        bar={{ cancelHref }}
      />
    </>
  );
}

/** Values of the form's fields: the category is derived from the type. */
function formBase(values: DocumentData['document']['values']): FormBase {
  const { categoryId: _follows, ...asked } = values;
  return asked;
}
