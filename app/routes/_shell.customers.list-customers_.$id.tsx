export { actOnCustomer as action, CustomerRecord as default, loadCustomer as loader } from '../screens/customers/CustomerRecord.tsx';
