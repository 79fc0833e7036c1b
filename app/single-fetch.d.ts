import '@remix-run/server-runtime';

/** Makes `useLoaderData` and `useActionData` typed as single fetch (remix.config.js) really delivers the data. */
declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true;
  }
}
