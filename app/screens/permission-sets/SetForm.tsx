import { SET_TITLE_MAX } from '#server/domain/document-permissions.ts';
import { peopleText } from '#server/domain/document-permission-words.ts';
import { Field } from '../../ui/Field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Baseline } from '../forms/Baseline.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { listHref } from '../../record-links.ts';
import type { SetAnswer } from './act-on-set.ts';
import { MatrixEditor } from './MatrixEditor.tsx';
import { SetConflictView } from './SetConflictView.tsx';
import type { SetData } from './set-data.ts';
import { SCOPE_OPTIONS, SET_LABELS, setHref, SETS_URL } from './set-links.ts';
import { SetReview } from './SetReview.tsx';

/** A set's name, its agencies and what it allows; then what a save would change, before anything is stored. */
export function SetForm({ data }: { data: SetData }) {
  const { answer, ...state } = useSaveForm<SetAnswer>();
  const { record, values } = data;
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
        <SetReview review={answer.review} action={action} cancelHref={cancelHref} isNew={!record} state={state}>
          {hidden}
        </SetReview>
      ) : (
        <>
          <FormFailure failure={answer} labels={SET_LABELS} />
          <SaveForm action={action} state={state} bar={{ label: 'Revisar cambios', intent: 'review', cancelHref }}>
            {hidden}
            <NameAndScope data={data} answer={answer} />
            <h2 className="mb-2">{SET_LABELS.permissions}</h2>
            <p className="mb-2 text-muted">Imprimir, descargar y editar solo valen junto con «Ver».</p>
            <MatrixEditor categories={data.matrix} lines={answer?.permissions ?? values.permissions} errors={answer?.errors['p']} />
          </SaveForm>
        </>
      )}
    </>
  );
}

function subtitleOf({ record, source }: SetData): string | undefined {
  if (!record) return source ? `Empieza con lo que permite «${source.title}».` : undefined;
  if (record.people === 0) return 'Nadie lo tiene todavía.';
  return `Lo ${record.people === 1 ? 'tiene' : 'tienen'} ${peopleText(record.people)}. Lo que guarde rige desde el próximo clic de cada una.`;
}

function NameAndScope({ data: { values }, answer }: { data: SetData; answer: SetAnswer | null }) {
  return (
    <div className="form-column mb-6">
      <Field name="title" label={SET_LABELS.title} required errors={answer?.errors['title']}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={SET_TITLE_MAX}
            autoComplete="off"
            defaultValue={answer?.title ?? values.title}
            className="max-w-96"
          />
        )}
      </Field>
      <Field
        name="agencyScope"
        label={SET_LABELS.agencyScope}
        help="«Su agencia»: los que están en su agencia, los que salieron de ella y los que la persona tiene asignados."
        errors={answer?.errors['agencyScope']}
      >
        {(control) => (
          <Select {...control} className="max-w-96" options={SCOPE_OPTIONS} defaultValue={answer?.agencyScope ?? values.agencyScope} />
        )}
      </Field>
    </div>
  );
}
