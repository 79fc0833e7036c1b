export { action, clientAction, default, loader } from './_shell.$section.$list.tsx';
