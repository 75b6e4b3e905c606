import { testFaults } from '../kit/faultTests';

testFaults('taskList');
