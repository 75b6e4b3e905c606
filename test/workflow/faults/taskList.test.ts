import { faultsOf } from '../kit/faultsOf';

faultsOf('taskList');
