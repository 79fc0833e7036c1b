import { useActionData, useLocation } from '@remix-run/react';
import { Fragment, useEffect, useState, type ReactNode } from 'react';

interface FreshFormProps<Given> {
  /** The loader's form token: a new one with every load. */
  token: string;
  /** What the form is opened with. */
  given: Given;
  /** The last answer of a form that is not sent to the page's action. */
  answer?: unknown;
  /** Whether another query string is another form. */
  bySearch?: boolean;
  children: (given: Given) => ReactNode;
}

/**
 * A form that starts anew once its own save has brought new data. Data that load for another reason (a finished upload, another form of the
 * page) do not touch it: what was typed stays, with the version and the token it was opened with.
 */
export function FreshForm<Given>({ token, given, answer, bySearch = false, children }: FreshFormProps<Given>) {
  const { pathname, search } = useLocation();
  const place = bySearch ? pathname + search : pathname;
  const [opened, open] = useState({ token, given, place });
  // The data with which it was last sent: newer ones are its answer.
  const [sentWith, setSentWith] = useState<string | null>(null);
  const refused = useActionData();
  useEffect(() => setSentWith(null), [refused, answer]);
  if (opened.place !== place || (sentWith !== null && sentWith !== token)) {
    open({ token, given, place });
    setSentWith(null);
  }
  return (
    <div className="contents" onSubmit={() => setSentWith(token)}>
      <Fragment key={opened.place + opened.token}>{children(opened.given)}</Fragment>
    </div>
  );
}
