import { faultsOf } from '../kit/faultsOf';

faultsOf('mediaGeneration');
