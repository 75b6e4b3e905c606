import { testFaults } from '../kit/faultTests';

testFaults('codeHosting');
