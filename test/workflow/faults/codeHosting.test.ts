import { faultsOf } from '../kit/faultsOf';

faultsOf('codeHosting');
