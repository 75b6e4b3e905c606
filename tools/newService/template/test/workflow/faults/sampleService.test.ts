import { faultsOf } from '../kit/faultsOf';

faultsOf('sampleService');
