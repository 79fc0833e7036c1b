import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node';
import { Outlet, useLoaderData, useSearchParams } from '@remix-run/react';
import { requireStaff } from '#app/context.ts';
import * as entry from '#app/entry.server.tsx';
import * as root from '#app/root.tsx';
import * as logout from '#app/routes/logout.tsx';
import * as notFound from '#app/routes/_shell.$.tsx';
import { ErrorPage } from '#app/ErrorPage.tsx';
import { AppError } from '#server/domain/errors.ts';
import { requireMenu } from '#server/domain/permissions.ts';

/** Text of an internal error or a provider that nobody outside may see. */
export const CANARY = 'CANARY-postgres://user:secret@10.0.0.7';

/**
 * The real root, entry and Remix runtime with a few routes that fail on request (`?fail=…`), so that every kind of failure can be tested.
 * Screens have tests of their own.
 */
export const smallBuild: ServerBuild = (() => {
  const routes = {
    root: { id: 'root', path: '', module: root },
    'routes/_shell': { id: 'routes/_shell', parentId: 'root', module: shell() },
    'routes/_shell._index': { id: 'routes/_shell._index', parentId: 'routes/_shell', index: true, module: page() },
    'routes/_shell.page': { id: 'routes/_shell.page', parentId: 'routes/_shell', path: 'page', module: page() },
    'routes/_shell.item': { id: 'routes/_shell.item', parentId: 'routes/_shell', path: 'items/:id', module: page() },
    'routes/_shell.$': { id: 'routes/_shell.$', parentId: 'routes/_shell', path: '*', module: notFound },
    'routes/login': { id: 'routes/login', parentId: 'root', path: 'login', module: signInPage() },
    'routes/logout': { id: 'routes/logout', parentId: 'root', path: 'logout', module: logout },
    'routes/resource': { id: 'routes/resource', parentId: 'root', path: 'resource', module: { loader: resource, action: resource } },
  };
  return {
    mode: 'production',
    entry: { module: entry },
    routes,
    assets: {
      version: 'small',
      url: '/build/manifest-small.js',
      entry: { module: '/build/entry.client-SMALL.js', imports: [] },
      routes: Object.fromEntries(
        Object.entries(routes).map(([id, { module, ...route }]) => [
          id,
          {
            ...route,
            module: `/build/${encodeURIComponent(id)}-SMALL.js`,
            hasLoader: 'loader' in module,
            hasAction: 'action' in module,
            hasClientLoader: false,
            hasClientAction: false,
            hasErrorBoundary: 'ErrorBoundary' in module,
          },
        ]),
      ),
    },
    publicPath: '/build/',
    assetsBuildDirectory: 'public/build',
    isSpaMode: false,
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_lazyRouteDiscovery: true,
      v3_singleFetch: true,
    },
  } as unknown as ServerBuild;
})();

function shell() {
  return {
    loader: async ({ context }: LoaderFunctionArgs) => ({ name: requireStaff(context).name }),
    default: () => (
      <div id="shell">
        <Outlet />
      </div>
    ),
    ErrorBoundary: () => (
      <div id="shell">
        <ErrorPage />
      </div>
    ),
  };
}

function page() {
  return {
    async loader({ context, request }: LoaderFunctionArgs) {
      const staff = requireStaff(context);
      failIfRequested(request);
      return { text: `Hola ${staff.name}`, menus: [...staff.menus] };
    },
    async action({ context, request }: ActionFunctionArgs) {
      requireMenu(requireStaff(context), 'departments');
      failIfRequested(request);
      const form = await request.formData();
      return { fields: [...form.keys()] };
    },
    default: function Page() {
      const { text } = useLoaderData<{ text: string }>();
      const [params] = useSearchParams();
      if (params.get('fail') === 'render') throw new Error(CANARY);
      return <p>{text}</p>;
    },
  };
}

function signInPage() {
  return {
    loader: async () => ({ ready: true }),
    action: async ({ context }: ActionFunctionArgs) =>
      redirect('/', {
        headers: { 'Set-Cookie': context.session.start({ sessionToken: 'tóken;1', expiresAt: new Date('2030-01-01T00:00:00Z') }) },
      }),
    default: () => <h1>Iniciar sesión</h1>,
  };
}

async function resource({ request }: LoaderFunctionArgs): Promise<Response> {
  failIfRequested(request);
  return Response.json({ ok: true });
}

function failIfRequested(request: Request): void {
  const fail = new URL(request.url).searchParams.get('fail');
  if (fail === 'error') throw new Error(CANARY, { cause: new Error(CANARY) });
  if (fail === 'string') throw CANARY;
  if (fail === 'object') throw { message: CANARY };
  if (fail === 'redirect') throw redirect('/page');
  if (fail === 'forbidden')
    throw new AppError('forbidden', CANARY, {
      userMessage: 'No tiene permiso.',
      permission: 'Sistema › Departamentos',
      cause: new Error(CANARY),
    });
  if (fail === 'not-found' || fail === 'conflict' || fail === 'unavailable' || fail === 'invalid-input') {
    throw new AppError(fail, CANARY, { userMessage: `Frase de ${fail}.`, retryAfterSeconds: 7 });
  }
}
