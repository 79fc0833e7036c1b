export { CustomerList as default, loadCustomerList as loader } from '../screens/customers/CustomerList.tsx';
