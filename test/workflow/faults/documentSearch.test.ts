import { faultsOf } from '../kit/faultsOf';

faultsOf('documentSearch');
