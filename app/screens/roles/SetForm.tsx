import type { FormValue } from '#server/domain/conflict.ts';
import { textsOf } from '#server/domain/form-value.ts';
import { peopleText } from '#server/domain/document-permission-words.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { Baseline } from '../forms/Baseline.tsx';
import { FieldControl } from '../forms/FieldControl.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { labelOf, labelsOf } from '../forms/labels.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { listHref } from '../../record-links.ts';
import type { SetAnswer } from './act-on-set.ts';
import { MatrixEditor } from './MatrixEditor.tsx';
import { SetConflictView } from './SetConflictView.tsx';
import type { SetData } from './set-data.ts';
import { setHref, SETS_URL } from './set-links.ts';
import { SetReview } from './SetReview.tsx';

/** Form for a set's name, agencies and permissions; before anything is stored it shows what a save would change. */
export function SetForm({ data }: { data: SetData }) {
  const { answer, ...state } = useSaveForm<SetAnswer>();
  const { record, fields, values } = data;
  const shown: Readonly<Record<string, unknown>> = { ...values, ...answer?.values };
  if (record && answer?.conflict)
    return <SetConflictView data={data} record={record} answer={answer} conflict={answer.conflict} {...state} />;
  const title = record ? `Editar ${record.title}` : 'Nuevo conjunto de permisos';
  const action = record ? setHref(record.id, 'edit') : `${SETS_URL}/new`;
  const cancelHref = record ? setHref(record.id) : listHref(SETS_URL, data.back);
  const hidden = (
    <>
      <input type="hidden" name="formToken" value={answer?.formToken || data.formToken} />
      {record ? <Baseline {...(answer?.version ? answer : { version: record.version, base: { ...values } })} /> : null}
    </>
  );
  return (
    <>
      <PageHead
        title={title}
        crumbs={[
          { label: 'Permisos de documentos', href: listHref(SETS_URL, data.back) },
          ...(record ? [{ label: record.title, href: setHref(record.id) }, { label: 'Editar' }] : [{ label: 'Nuevo' }]),
        ]}
        subtitle={subtitleOf(data)}
      />
      {answer?.review ? (
        <SetReview fields={fields} review={answer.review} action={action} cancelHref={cancelHref} isNew={!record} state={state}>
          {hidden}
        </SetReview>
      ) : (
        <>
          <FormFailure failure={answer} labels={labelsOf(fields)} />
          <SaveForm action={action} state={state} autoComplete="off" bar={{ label: 'Revisar cambios', intent: 'review', cancelHref }}>
            {hidden}
            <div className="form-column mb-6">
              {fields
                .filter(({ name }) => name !== 'permissions')
                .map((field) => (
                  <FieldControl key={field.name} field={field} value={shown[field.name]} errors={answer?.errors} />
                ))}
            </div>
            <h2 className="mb-2">{labelOf(fields, 'permissions')}</h2>
            <p className="mb-2 text-muted">Imprimir, descargar y editar solo valen junto con «Ver».</p>
            <MatrixEditor
              categories={data.matrix}
              lines={textsOf((shown['permissions'] ?? null) as FormValue)}
              errors={answer?.errors['permissions']}
            />
          </SaveForm>
        </>
      )}
    </>
  );
}

function subtitleOf({ record, source }: SetData): string | undefined {
  if (!record) return source ? `Empieza con lo que permite «${source.title}».` : undefined;
  if (record.people === 0) return 'Nadie lo tiene todavía.';
  return `Lo ${record.people === 1 ? 'tiene' : 'tienen'} ${peopleText(record.people)}. Lo que guarde rige desde su próximo clic.`;
}
