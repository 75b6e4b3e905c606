import { testFaults } from '../kit/faultTests';

testFaults('financeData');
