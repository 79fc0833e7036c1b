import type { LinksFunction } from '@remix-run/node';
import matrixStyles from '../../styles/matrix.css';

/** Of the few screens with a matrix: what every screen loads stays small. */
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: matrixStyles }];
