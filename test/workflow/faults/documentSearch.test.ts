import { testFaults } from '../kit/faultTests';

testFaults('documentSearch');
