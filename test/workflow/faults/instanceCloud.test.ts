import { testFaults } from '../kit/faultTests';

testFaults('instanceCloud');
