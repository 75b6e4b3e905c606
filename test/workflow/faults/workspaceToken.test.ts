import { faultsOf } from '../kit/faultsOf';

faultsOf('workspaceToken');
