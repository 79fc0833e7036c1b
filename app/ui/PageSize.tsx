import { Form } from '@remix-run/react';
import { Button } from './Button.tsx';
import { HiddenParams } from './HiddenParams.tsx';
import { submitOnChange } from './submit-on-change.ts';

/** Rows per page: a GET form (`pageSize`), sent on change; the button shows only without JavaScript. */
export function PageSize({ pageSize, sizes, search }: { pageSize: number; sizes: readonly number[]; search: string }) {
  return (
    <Form method="get" className="ms-auto flex items-center gap-2">
      <HiddenParams search={search} without={['pageSize']} />
      <label className="flex items-center gap-2 text-muted">
        Filas por página
        <select name="pageSize" defaultValue={pageSize} onChange={submitOnChange} className="select select-sm w-20 text-base-content">
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <noscript>
        <Button type="submit" small>
          Aplicar
        </Button>
      </noscript>
    </Form>
  );
}
