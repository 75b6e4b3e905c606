import { testFaults } from '../kit/faultTests';

testFaults('workspaceToken');
