export { action, clientAction, default, loader } from './_shell.$section.$list_.$id.($mode).tsx';
