import { faultsOf } from '../kit/faultsOf';

faultsOf('activityTracking');
