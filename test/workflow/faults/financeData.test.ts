import { faultsOf } from '../kit/faultsOf';

faultsOf('financeData');
