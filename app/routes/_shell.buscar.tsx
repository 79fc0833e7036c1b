import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { visibleMenu } from '#server/domain/menu.ts';
import { requireStaff } from '../context.ts';
import { Destinations } from '../screens/shell/Destinations.tsx';
import { findDestinations } from '../screens/shell/find-destinations.ts';
import { Button } from '../ui/Button.tsx';
import { PageHead } from '../ui/PageHead.tsx';

/** The search of Ctrl K as a page, for when scripts do not run. Offers only what this person may open. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  const q = new URL(request.url).searchParams.get('q') ?? '';
  return { q, destinations: findDestinations(visibleMenu(staff.menus), q) };
}

export default function SearchRoute() {
  const { q, destinations } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Buscar en el portal" />
      <Form method="get" role="search" className="mb-3 flex max-w-160 gap-2">
        <input
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          className="input"
          aria-label="Pantalla o texto que busca"
          placeholder="Pantalla o texto que busca"
          data-key="/"
        />
        <Button type="submit" look="primary">
          Buscar
        </Button>
      </Form>
      <div className="surface max-w-160 p-1.5">
        <Destinations destinations={destinations} />
      </div>
    </>
  );
}
