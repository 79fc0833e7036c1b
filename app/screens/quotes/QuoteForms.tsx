import { PageHead } from '../../ui/PageHead.tsx';
import { NAMELESS_QUOTE } from '#server/features/quotes/domain/quotes.ts';
import { EditForm } from '../forms/EditForm.tsx';
import { FieldControl } from '../forms/FieldControl.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { labelsOf } from '../forms/labels.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { listHref, recordHref } from '../../record-links.ts';
import type { NewQuoteData, NewQuoteFailure, QuoteCareData } from './quote-data.ts';
import { LIST_URL } from './quote-links.ts';

const TITLE = 'Nueva prospección';

/** A prospect who called or came by. */
export function NewQuote({ data: { fields, values, back, formToken } }: { data: NewQuoteData }) {
  const { answer: failure, ...state } = useSaveForm<NewQuoteFailure>();
  const given: Readonly<Record<string, unknown>> = { ...values, ...failure?.values };
  return (
    <>
      <PageHead title={TITLE} crumbs={[{ label: 'Prospecciones', href: listHref(LIST_URL, back) }, { label: TITLE }]} />
      <FormFailure failure={failure} labels={labelsOf(fields)} />
      <SaveForm
        action={recordHref(LIST_URL, 'new', { back })}
        state={state}
        bar={{ label: 'Registrar', another: 'otra', cancelHref: listHref(LIST_URL, back) }}
      >
        <input type="hidden" name="formToken" value={failure?.formToken || formToken} />
        {[...new Set(fields.map(({ section = '' }) => section))].map((heading) => (
          <section key={heading} className="form-column mb-6">
            <h2>{heading}</h2>
            {fields
              .filter(({ section = '' }) => section === heading)
              .map((field) => (
                <FieldControl key={field.name} field={field} value={given[field.name]} errors={failure?.errors} />
              ))}
          </section>
        ))}
      </SaveForm>
    </>
  );
}

/** Who is responsible for a quote and when the next contact is due; for one entered by staff also what they entered. */
export function QuoteCare({ data: { quote, fields, isCorrected, version, values, back } }: { data: QuoteCareData }) {
  const cancelHref = recordHref(LIST_URL, quote.id, { back });
  const name = quote.nombre || NAMELESS_QUOTE;
  return (
    <>
      <PageHead
        title={isCorrected ? `Editar ${name}` : `Asignar ${name}`}
        crumbs={[
          { label: 'Prospecciones', href: listHref(LIST_URL, back) },
          { label: name, href: cancelHref },
          { label: isCorrected ? 'Editar' : 'Asignar' },
        ]}
      />
      <EditForm
        fields={isCorrected ? fields : fields.map((field) => ({ ...field, section: '' }))}
        version={version}
        values={values}
        action={recordHref(LIST_URL, quote.id, { mode: 'edit', back })}
        bar={{ cancelHref }}
      />
    </>
  );
}
