import { faultsOf } from '../kit/faultsOf';

faultsOf('instanceCloud');
