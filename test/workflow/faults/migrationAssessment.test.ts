import { faultsOf } from '../kit/faultsOf';

faultsOf('migrationAssessment');
